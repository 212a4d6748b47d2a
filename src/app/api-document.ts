import * as z from 'zod/mini'
import type { Access } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'

/** JSON Schema 2020-12, as far as the API page reads it. */
export interface JsonSchema {
  [keyword: string]: unknown
}

export type Content = Record<string, { schema: JsonSchema }>

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /**
   * Who may call the operation. This is an extension of our own: OpenAPI's scopes cannot express every kind of access.
   */
  'x-access': Access
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { $ref: string } | { description: string; content: Content }>
}

/** https://spec.openapis.org/oas/v3.1.1 */
export interface ApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, { type: string; in: string; name: string }>
    schemas: Record<string, JsonSchema>
    responses: Record<string, { description: string; content: Content }>
  }
}

/**
 * The reply is built by our own code and not read from records, so it is not validated. Public pages then need no
 * schema in their code.
 */
export const readApiDocument = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  summary: 'Returns every call of this site as an OpenAPI 3.1 document.',
  reply: z.custom<ApiDocument>(),
})
