/** An OpenAPI document as it is stored: each operation on a line of its own, so that diffs are readable. */
import type { OpenApi } from '#server/reference/openapi.ts'

export function formatOpenApi({ paths, ...rest }: OpenApi): string {
  const lines = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => `"${method}": ${JSON.stringify(operation)}`)
    return `${JSON.stringify(path)}: {\n${operations.join(',\n')}\n}`
  })
  return `${JSON.stringify({ ...rest, paths: {} }, null, 1).slice(0, -'{}\n}'.length)}{\n${lines.join(',\n')}\n}\n}\n`
}
