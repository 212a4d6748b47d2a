import { useSuspenseQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import {
  type Department,
  type DepartmentList,
  findDepartment,
  type LeaderList,
  listDepartments,
  listLeaders,
} from '../contract.ts'

/** The community's files change only with a restart. */
const staleTime = Number.POSITIVE_INFINITY

export function useDepartments(): DepartmentList {
  return useSuspenseQuery({ ...queryOf(listDepartments), staleTime }).data
}

export function useDepartment(slug: string): Department {
  return useSuspenseQuery({ ...queryOf(findDepartment(slug)), staleTime }).data.item
}

export function useLeaders(): LeaderList {
  return useSuspenseQuery({ ...queryOf(listLeaders), staleTime }).data
}
