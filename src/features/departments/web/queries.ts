import { useSuspenseQuery } from '@tanstack/react-query'
import { queryAt } from '#web/queries.ts'
import type {
  Department,
  DepartmentList,
  findDepartment,
  findHomeWords,
  HomeWords,
  LeaderList,
  listDepartments,
  listLeaders,
} from '../contract.ts'

/** The community's files change only with a restart. */
const staleTime = Number.POSITIVE_INFINITY

export function useDepartments(): DepartmentList {
  return useSuspenseQuery({ ...queryAt<typeof listDepartments>('/api/departments'), staleTime }).data
}

export function useDepartment(slug: string): Department {
  return useSuspenseQuery({ ...queryAt<ReturnType<typeof findDepartment>>(`/api/departments/${slug}`), staleTime }).data
    .item
}

export function useHomeWords(): HomeWords {
  return useSuspenseQuery({ ...queryAt<typeof findHomeWords>('/api/home'), staleTime }).data.item
}

export function useLeaders(): LeaderList {
  return useSuspenseQuery({ ...queryAt<typeof listLeaders>('/api/leadership', 'leadership'), staleTime }).data
}
