/** Audits a player's own file: what concerns the player of the house's records, and all of the player's. */
import { auditHouse, auditPlayers, conclude, isOfHouse, type Report } from './audit.ts'
import { Findings } from './findings.ts'
import { readLines } from './read-lines.ts'
import { type AnyRecord, BadExport } from './records.ts'

export type OwnReport = Report & {
  from: string
  to: string
  madeAt: string
  /** The player's id; null if the file does not state it, which is a finding. */
  playerId: string | null
  /** The key that signs reports of liabilities, so that a browser can compare it with the one that it has seen; null without reports. */
  reportKey: string | null
}

/** Takes the unpacked bytes. Throws BadExport for another or an incomplete file. */
export async function auditOwnFile(bytes: AsyncIterable<Uint8Array>, name: string): Promise<OwnReport> {
  const lines = readLines(bytes, name)
  let count = 0
  const next = async (): Promise<AnyRecord | undefined> => {
    const { done, value } = await lines.next()
    if (!done) count++
    return done ? undefined : value
  }
  const head = await next()
  if (head?.record !== 'file' || head.format !== 'fairhouse-audit')
    throw new BadExport(`${name} is not the audit file of a player.`)
  if (head.version !== 1)
    throw new BadExport(`${name} has version ${head.version} of the format; this auditor reads version 1.`)
  let record = await next()
  let [playerId, reportKey]: [string | null, string | null] = [null, null]
  const part = async function* (isPart: (record: AnyRecord) => boolean) {
    for (; record && isPart(record); record = await next()) {
      if (record.record === 'player') playerId = record.id ?? null
      if (record.record === 'report') reportKey = record.publicKey
      yield record
    }
  }
  const findings = new Findings()
  const { from, to, madeAt, firstMovement, lastMovement } = head
  const range = { from, to, firstMovement, lastMovement, ownFileMadeAt: madeAt }
  const facts = await auditHouse(part(isOfHouse), range, findings)
  const result = await auditPlayers(
    part((each) => each.record !== 'end'),
    facts,
  )
  if (record?.record !== 'end') throw new BadExport(`${name} is truncated.`)
  if (record.lines !== count) throw new BadExport(`${name} has ${count} lines and states ${record.lines}.`)
  if (await next()) throw new BadExport(`${name} goes on after its end.`)
  return { ...conclude(findings, facts, [result], 1), from, to, madeAt, playerId, reportKey }
}
