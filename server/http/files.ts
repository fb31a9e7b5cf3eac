/** Files on the wire: parts of an upload as they arrive, and downloads that no browser will run or show as a page. */
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type UploadPart =
  | { kind: 'field'; name: string; value: string }
  /** `isCut` says, once the bytes were read, whether there were more than allowed. */
  | { kind: 'file'; name: string; fileName: string; bytes: AsyncIterable<Buffer>; isCut(): boolean }
export type UploadLimits = { fileBytes: number }
/** The body of a request that brings a file. What is not read is thrown away. */
export type Upload = {
  isMultipart: boolean
  /** What the request says of its own length; null where it does not. */
  declaredBytes: number | null
  parts(limits: UploadLimits): AsyncGenerator<UploadPart, void>
}

/** Only within the given scope are multipart bodies taken; everywhere else they stay unsupported. */
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
      // A part that nobody read would hold up those after it.
      part.file.resume()
    }
  }
}

/** What goes wrong while a body is read is the sender's doing: it breaks off, or it is no form. */
async function* asSent<T>(source: AsyncIterable<T>): AsyncGenerator<T, void> {
  const parts = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await parts.next().catch((error: Error & { statusCode?: number }) => {
        throw error.statusCode
          ? error
          : Object.assign(new Error('The body is not a whole form', { cause: error }), { statusCode: 400 })
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
  /** Null where the bytes are made as they go. */
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
    .code(200)
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

/** RFC 6266: plain letters for everyone, the true name for those who read it. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
