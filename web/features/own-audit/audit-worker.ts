/** The worker: unpacks a player's own audit file and audits it with the modules of the auditor's package. */
import { auditOwnFile, type OwnReport } from '#audit/own-file.ts'
import { BadExport } from '#audit/records.ts'

export type AuditQuestion = { file: Blob; name: string }
export type Audited = Pick<OwnReport, 'counts' | 'madeAt' | 'playerId' | 'reportKey'> & {
  /** At most 100 of each code. */
  findings: OwnReport['findings']['listed']
  /** How many findings there are altogether. */
  count: number
}
/** `unreadable` is one sentence in English; null for a fault of the auditor. */
export type AuditAnswer = { audited: Audited } | { unreadable: string | null }

async function* unpack(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new BadExport('It is not packed, or truncated.')
    })
    if (done) return
    yield value
  }
}

async function answer({ file, name }: AuditQuestion): Promise<AuditAnswer> {
  try {
    const { findings, counts, madeAt, playerId, reportKey } = await auditOwnFile(unpack(file), name)
    const count = [...findings.counts.values()].reduce((sum, each) => sum + each, 0)
    return { audited: { findings: findings.listed, count, counts, madeAt, playerId, reportKey } }
  } catch (error) {
    return { unreadable: error instanceof BadExport ? error.message : null }
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<AuditQuestion>) => void answer(data).then((found) => postMessage(found)),
)
