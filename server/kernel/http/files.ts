/** File uploads, read as they arrive, and downloads that no browser executes or renders as a page. */
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as HttpStatus from '#contract/statuses.ts'

export type UploadPart =
  | { kind: 'field'; name: string; value: string }
  /** After the bytes were read, `isCut` is true if the file exceeded the limit. */
  | { kind: 'file'; name: string; fileName: string; bytes: AsyncIterable<Buffer>; isCut(): boolean }
export type UploadLimits = { fileBytes: number }
/** The body of a request with an upload. Unread parts are discarded. */
export type Upload = {
  isMultipart: boolean
  /** The request's declared content length; null if it declares none. */
  declaredBytes: number | null
  parts(limits: UploadLimits): AsyncGenerator<UploadPart, void>
}

/** Multipart bodies are accepted within the given scope only. */
export async function takeUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: false })
}

export function uploadOf(request: FastifyRequest): Upload {
  const declared = Number(request.headers['content-length'])
  return {
    isMultipart: request.isMultipart(),
    declaredBytes: Number.isSafeInteger(declared) ? declared : null,
    parts: (limits) => partsOf(request, limits),
  }
}

async function* partsOf(request: FastifyRequest, { fileBytes }: UploadLimits): AsyncGenerator<UploadPart, void> {
  const limits = {
    fileSize: fileBytes,
    files: 1,
    fields: 4,
    parts: 5,
    fieldSize: 256,
    fieldNameSize: 64,
    headerPairs: 32,
  }
  for await (const part of asSent(request.parts({ limits }))) {
    if (part.type === 'field') yield { kind: 'field', name: part.fieldname, value: String(part.value) }
    else {
      yield {
        kind: 'file',
        name: part.fieldname,
        fileName: part.filename ?? '',
        bytes: asSent<Buffer>(part.file),
        isCut: () => part.file.truncated,
      }
      // An unread part would block the parts after it.
      part.file.resume()
    }
  }
}

/** Errors while a body is read are the client's: the body is incomplete or not a form. */
async function* asSent<T>(source: AsyncIterable<T>): AsyncGenerator<T, void> {
  const parts = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await parts.next().catch((error: Error & { statusCode?: number }) => {
        throw error.statusCode
          ? error
          : Object.assign(new Error('The body is not a complete form', { cause: error }), {
              statusCode: HttpStatus.badRequest,
            })
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await parts.return?.()
  }
}

export class FileReply {
  readonly name: string
  readonly mimeType: string
  /** Null if the bytes are generated while they are sent. */
  readonly size: number | null
  readonly bytes: Readable

  constructor(file: { name: string; mimeType: string; size: number | null; bytes: Readable }) {
    this.name = file.name
    this.mimeType = file.mimeType
    this.size = file.size
    this.bytes = file.bytes
  }
}

export function sendFile(reply: FastifyReply, { name, mimeType, size, bytes }: FileReply): FastifyReply {
  return reply
    .code(HttpStatus.ok)
    .headers({
      'content-type': mimeType,
      ...(size === null ? {} : { 'content-length': size }),
      'content-disposition': disposition(name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(bytes)
}

/** RFC 6266: an ASCII name for all clients, the real name for those that support it. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
