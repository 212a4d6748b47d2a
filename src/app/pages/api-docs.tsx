// A page for developers: its styles stay out of the stylesheet that every first visit loads.
import '#ui/staff.css'
import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type Access, type AccessLevel, levelOf } from '#lib/access.ts'
import { queryOf } from '#web/queries.ts'
import { type Content, type Operation, readApiDocument } from '../api-document.ts'
import { boundsOf, shapeOf } from '../api-shape.ts'

const WHO: Record<AccessLevel, string> = {
  anyone: 'anyone',
  member: 'signed in',
  es: 'ES quick access',
  staff: 'staff',
  management: 'management',
  owner: 'owners',
}

/** Names the level of an access, and the capability that the community's file may give to other roles. */
function accessText(access: Access): string {
  const level = levelOf(access)
  return level === access ? WHO[level] : `${WHO[level]}, and who ${access.replace(':', ' ')}`
}

/** Only a program with the key may make a call that has a key header. */
function whoMayCall(operation: Operation): string {
  const key = operation.security.flatMap((one) => Object.keys(one)).find((name) => name !== 'session')
  return key === undefined ? accessText(operation['x-access']) : `a program with the key, in ${key}`
}

const METHOD_COLOURS: Record<string, string> = {
  get: 'border-lagoon/50 text-lagoon',
  delete: 'border-danger/50 text-danger',
}

/**
 * Every endpoint of the site as its contract describes it, for people who write a bot or a sheet that uses the API. The
 * page is in English, like the contracts, whatever the language of the site.
 */
export function Page() {
  const { data: document } = useQuery({ ...queryOf(readApiDocument), staleTime: Number.POSITIVE_INFINITY })
  if (document === undefined) return null
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return (
    <div lang="en" className="mx-auto max-w-5xl px-4 py-10 sm:px-6 lg:px-10">
      <p className="eyebrow text-amber">For developers</p>
      <h1 className="mt-3 text-4xl">{document.info.title}</h1>
      <p className="mt-4 max-w-[65ch] text-paper-dim">{document.info.description}</p>
      <p className="mt-3">
        <a className="inline-link" href={readApiDocument.path}>
          The same as an OpenAPI {document.openapi} document
        </a>
      </p>
      <nav aria-label="Groups of calls" className="mt-6">
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {document.tags.map(({ name }) => (
            <li key={name}>
              <a className="inline-link" href={`#${anchorOf(name)}`}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {document.tags.map(({ name }) => (
        <section key={name} aria-labelledby={anchorOf(name)} className="mt-12">
          <h2 id={anchorOf(name)} className="scroll-mt-24 text-2xl">
            {name}
          </h2>
          <div className="mt-4 space-y-4">
            {calls
              .filter(({ operation }) => operation.tags.includes(name))
              .map((call) => (
                <Call key={call.operation.operationId} {...call} />
              ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function Call({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const answer = operation.responses['200']
  const refusals = Object.keys(operation.responses).filter((status) => status !== '200')
  return (
    <article id={operation.operationId} className="scroll-mt-24 rounded-md border border-haze bg-dusk p-4 sm:p-5">
      <h3 className="flex flex-wrap items-center gap-3 text-base">
        <span
          className={`rounded-sm border px-2 py-0.5 text-sm uppercase ${METHOD_COLOURS[method] ?? 'border-amber/50 text-amber'}`}
        >
          {method}
        </span>
        <code className="break-all">{path}</code>
        <span className="ml-auto text-paper-faint text-sm">{whoMayCall(operation)}</span>
      </h3>
      <p className="mt-3 text-paper-dim">{operation.summary}</p>
      {operation.parameters.length > 0 && (
        <>
          <h4 className="mt-4 text-sm">Parameters</h4>
          <ul className="mt-1 space-y-1 text-paper-dim text-sm">
            {operation.parameters.map(({ name, in: place, required, schema }) => (
              <li key={name}>
                <code className="text-paper">{name}</code> in the {place}
                {required ? '' : ', optional'}: {shapeOf(schema)}
                {boundsOf(schema) === '' ? '' : `, ${boundsOf(schema)}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {operation.requestBody && <Shape title="Body" content={operation.requestBody.content} />}
      {answer && 'content' in answer && <Shape title="Reply" content={answer.content} />}
      <p className="mt-4 text-paper-faint text-sm">Refuses with {refusals.join(', ')}</p>
    </article>
  )
}

function Shape({ title, content }: { title: string; content: Content }) {
  return Object.entries(content).map(([type, { schema }]) => (
    <details key={type} className="group mt-4">
      <summary className="flex cursor-pointer items-center gap-1.5 font-semibold font-sign text-sm">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        {title} <span className="font-normal text-paper-faint">{type}</span>
      </summary>
      <pre className="mt-2 overflow-x-auto rounded-sm bg-night p-3 text-sm leading-relaxed">{shapeOf(schema)}</pre>
    </details>
  ))
}

function anchorOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
