import { Readable } from 'node:stream'
import { ok, type Ok } from '#contract/endpoint.ts'
import type { KernelDeps } from '../deps.ts'
import { FileReply } from '../kernel/http/files.ts'
import { operatorKeyPem } from '../kernel/sign-as-operator.ts'

/** The key of the reports, as a file for programs other than browsers. */
export async function downloadOperatorKey({ settings }: KernelDeps): Promise<Ok<FileReply>> {
  const bytes = Buffer.from(operatorKeyPem(settings))
  const name = 'operator-key.pem'
  return ok(
    new FileReply({ name, mimeType: 'application/x-pem-file', size: bytes.length, bytes: Readable.from([bytes]) }),
  )
}
