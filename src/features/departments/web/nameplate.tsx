/** A name tag as on a uniform: engraved in the department's metal colour, with a pin at each end. */
export function Nameplate({ name, size = 'md' }: { name: string; size?: 'md' | 'lg' }) {
  return (
    <span
      className={`metal relative flex items-center justify-center rounded-sm text-center font-extrabold font-sign text-night uppercase leading-none tracking-[0.06em] shadow-lift before:absolute before:left-2.5 before:size-1.5 before:rounded-full before:bg-night/55 after:absolute after:right-2.5 after:size-1.5 after:rounded-full after:bg-night/55 ${
        size === 'lg' ? 'min-h-12 px-8 py-2 text-lg sm:text-xl' : 'min-h-9 px-6 py-1.5 text-sm'
      }`}
    >
      {name}
    </span>
  )
}
