import type { ComponentProps, ReactNode } from 'react'
import { Link } from '#web/router.tsx'

interface ButtonLook {
  /** `primary` is the main action; a view has at most one. */
  look?: 'primary' | 'accent' | 'secondary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
}

const LOOKS = {
  primary:
    'bg-sunset text-night shadow-[inset_0_1px_0_rgb(255_255_255/0.28)] hover:bg-amber active:bg-amber forced-colors:border',
  /** Like primary, in the colour of the department whose page it is on. */
  accent:
    'bg-accent text-night shadow-[inset_0_1px_0_rgb(255_255_255/0.28)] hover:bg-paper active:bg-paper forced-colors:border',
  secondary:
    'border border-paper-faint/35 bg-paper/6 text-paper hover:border-paper-faint/60 hover:bg-paper/12 active:bg-paper/12 forced-colors:bg-[ButtonFace]',
  ghost: 'text-paper-dim hover:bg-paper/8 hover:text-paper active:bg-paper/12',
  danger: 'border border-danger/55 bg-danger/10 text-danger hover:bg-danger hover:text-night active:bg-danger',
}

const SIZES = {
  sm: 'h-8 gap-1.5 rounded-sm px-3 text-sm',
  md: 'h-10 gap-2 rounded-md px-4 text-[0.9375rem]',
  lg: 'h-12 gap-2.5 rounded-md px-6 text-base',
}

function buttonClass({ look = 'secondary', size = 'md' }: ButtonLook): string {
  return `touch-target relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap font-sign font-bold transition-colors active:translate-y-px disabled:pointer-events-none disabled:opacity-55 aria-disabled:opacity-70 [&_svg]:size-[1.15em] [&_svg]:shrink-0 ${SIZES[size]} ${LOOKS[look]}`
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is in progress: the button keeps its size and its focus, and a second press does nothing. */
  isPending?: boolean
}

export function Button({ look, size, isPending = false, className = '', children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass({ look, size })} ${className}`}
    >
      {isPending ? <Pending>{children}</Pending> : children}
    </button>
  )
}

function Pending({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span>
      <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center gap-1">
        {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
          <span key={delay} className={`size-1.5 animate-blink rounded-full bg-current ${delay}`} />
        ))}
      </span>
    </>
  )
}

interface ButtonLinkProps extends ComponentProps<typeof Link>, ButtonLook {}

/** A link that looks like a button. Use `reloadDocument` for addresses that the server answers itself. */
export function ButtonLink({ look, size, className = '', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={`${buttonClass({ look, size })} ${className}`} />
}
