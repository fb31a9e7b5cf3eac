/** The contract as one readable page: plain HTML, no script, its style named by hash in its policy. */
import { createHash } from 'node:crypto'
import type { OpenApi, Operation, Schema } from '../openapi.ts'

const style = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:60rem;padding:1rem 1rem 4rem}
h1{margin:.5rem 0}h2{margin:2.5rem 0 .5rem;text-transform:capitalize}
details{border-block-end:1px solid color-mix(in srgb,currentcolor 15%,transparent);padding:.35rem 0}
summary{cursor:pointer;padding:.35rem 0}summary b{display:inline-block;min-width:4.2rem;font:600 13px ui-monospace,monospace}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{overflow:auto;padding:.75rem;border-radius:8px;background:color-mix(in srgb,currentcolor 7%,transparent)}
.note{opacity:.75}.lock{font-size:12px;padding:.1rem .4rem;border-radius:6px;background:color-mix(in srgb,currentcolor 12%,transparent)}
dt{font-weight:600;margin-block-start:.75rem}dd{margin:.25rem 0 0}`

export const stylePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

/** `note` is HTML. */
export function renderDocument(document: OpenApi, note: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = document.tags.map(
    ({ name }) =>
      `<h2 id="${escape(name)}">${escape(name)}</h2>${operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(renderOperation)
        .join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(document.info.title)}</title><style>${style}</style></head><body>
<h1>${escape(document.info.title)}</h1><p>${escape(document.info.description)}</p>
<p class="note">${operations.length} calls. The same as data: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI ${document.openapi}).${note}</p>
<nav>${document.tags.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a>`).join(' · ')}</nav>
${sections.join('\n')}</body></html>`
}

function renderOperation({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const access = operation.security
    ? ` <span class="lock">${escape(Object.keys(operation.security[0]!)[0]!)}</span>`
    : ''
  return `<details id="${escape(operation.operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code>${access} <span class="note">${escape(operation.summary)}</span></summary><dl>
${renderParameters(operation)}${operation.requestBody ? entry('Body', code(Object.values(operation.requestBody.content)[0]!.schema)) : ''}
${Object.entries(operation.responses)
  .map(([status, { description, content }]) =>
    renderResponse(status, description, Object.values(content ?? {})[0]?.schema),
  )
  .join('')}</dl></details>`
}

function renderResponse(status: string, description: string, schema: Schema | undefined): string {
  return entry(`${status} ${escape(description)}`, schema && !('$ref' in schema) ? code(schema) : '')
}

function renderParameters({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return ''
  return entry(
    'Parameters',
    parameters
      .map(
        ({ name, in: place, required, schema }) =>
          `<code>${escape(name)}</code> <span class="note">${place}${required ? ', required' : ''}: ${escape(JSON.stringify(schema))}</span>`,
      )
      .join('<br>'),
  )
}

function entry(term: string, description: string): string {
  return `<dt>${term}</dt><dd>${description}</dd>`
}

function code(schema: Schema): string {
  return `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
