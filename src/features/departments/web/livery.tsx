/** The slanted stripe on a department's cars, in the department's colours. It fills the width of its parent. */
export function Livery({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 1440 24" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" className={className}>
      <path d="M-600 0H1010L990 24H-600Z" className="fill-accent" />
      <path d="M1030 0h64l-20 24h-64Z" className="fill-paper" />
      <path d="M1114 0h180l-20 24h-180Z" className="fill-accent" opacity=".600" />
      <path d="M1314 0h40l-20 24h-40Z" className="fill-paper" opacity=".700" />
      <path d="M1374 0H2600V24H1354Z" className="fill-accent" opacity=".300" />
    </svg>
  )
}
