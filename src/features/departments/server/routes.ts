import type { FastifyInstance } from 'fastify'
import type { Serve } from '#server/http/serve.ts'
import { findDepartment, listDepartments, listLeaders } from '../contract.ts'
import { accentStyles } from '../rules.ts'
import type { FrontDoor } from './gateway.ts'

/** The community's content, as lists that never change while the site runs. */
export function departmentsRoutes(deps: { app: FastifyInstance; serve: Serve; frontDoor: FrontDoor }) {
  const { app, serve } = deps
  const { departments, cards, leaders } = deps.frontDoor

  serve.snapshot(listDepartments, [], async () => cards)
  serve.snapshot(listLeaders, [], async () => leaders)
  serve.records(findDepartment('{slug}'), new Map(departments.map((item) => [item.slug, { item }])))

  app.get('/departments.css', (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(accentStyles(departments)),
  )
}
