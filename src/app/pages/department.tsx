import { CommandStaff } from '#features/departments/web/command-staff.tsx'
import { DepartmentHero } from '#features/departments/web/department-hero.tsx'
import { Divisions } from '#features/departments/web/divisions.tsx'
import { useDepartment } from '#features/departments/web/queries.ts'
import { ReturnLink } from '#features/departments/web/return-link.tsx'
import { usePathname } from '#web/router.tsx'

/** The one layout of all department pages. The path says which department is shown. */
export function Page() {
  const department = useDepartment(usePathname().replaceAll('/', ''))
  return (
    <div data-department={department.slug}>
      {/* The accent colours come from a file because the content security policy allows no inline styles. */}
      <link rel="stylesheet" href="/departments.css" precedence="department" />
      <DepartmentHero department={department} />
      <CommandStaff department={department} />
      <Divisions department={department} />
      <ReturnLink />
    </div>
  )
}
