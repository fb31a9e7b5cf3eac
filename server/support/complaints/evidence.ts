/**
 * The evidence about a complaint, for the operator's decision and for an ombudsman: one file of JSON lines. Its last line
 * signs every byte before it with the operator's published key, and the line before names how many records of each kind
 * there are.
 */
import { createHash } from 'node:crypto'
import { complaintLimits } from '#contract/complaints.ts'
import type { Ctx } from '../../deps.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { readPlayer } from '../../identity/index.ts'
import { plain } from '../../kernel/player-lifecycle.ts'
import { signAsOperator } from '../../kernel/sign-as-operator.ts'
import { readStatement } from '../../ledger/index.ts'
import { inUnits, listTextVersions } from '../../reference/index.ts'
import { type ComplaintRow, toComplaint } from './complaints.ts'

/** Entries from this long before the complaint on. */
const spanMs = 400 * 86_400_000
/** Of the newest rounds, with seeds and proofs as far as they are revealed. */
const mostRounds = 500

export async function writeEvidence(ctx: DeskCtx, row: ComplaintRow): Promise<{ bytes: Buffer; digest: string }> {
  const counts: Record<string, number> = {}
  const lines: string[] = []
  const add = (record: string, data: unknown): void => {
    counts[record] = (counts[record] ?? 0) + 1
    lines.push(`${JSON.stringify({ record, data: plain(data) })}\n`)
  }
  const { player_id: playerId } = row
  lines.push(
    `${JSON.stringify({
      format: 'fairhouse evidence 1',
      complaint: row.id,
      number: Number(row.number),
      player: playerId,
      generatedAt: ctx.clock.now().toISOString(),
      clockDays: complaintLimits.days,
    })}\n`,
  )
  add('complaint', { ...toComplaint(row), answeredBy: row.answered_by, finalBy: row.final_by })
  for (const terms of await readTerms(ctx, row)) add('terms', terms)
  const from = new Date(row.filed_at.getTime() - spanMs).toISOString()
  for await (const page of readStatement(ctx.db.kysely, playerId, { from }))
    for (const { amount, after, currency, ...entry } of page)
      add('entry', { ...entry, currency, amount: inUnits(amount, currency), after: inUnits(after, currency) })
  // Limits, sessions, payments, chat, acts, rewards with the terms of their own, and everything else about the player.
  for (const { sections } of ctx.lifecycles)
    for (const [name, read] of Object.entries(sections)) {
      // The entries are above, exactly.
      if (name === 'ledger') continue
      const found = await read(ctx, playerId)
      for (const each of Array.isArray(found) ? found : [found]) if (each !== null) add(name, each)
      if (name === 'rounds' && Array.isArray(found)) await addFairness(ctx, row, found, add)
    }
  lines.push(`${JSON.stringify({ record: 'manifest', counts })}\n`)
  const signed = Buffer.from(lines.join(''))
  const { publicKey, signature } = signAsOperator(ctx.settings, signed, 'der')
  const sha256 = createHash('sha256').update(signed).digest('hex')
  const last = { record: 'signature', sha256, publicKey, signature: signature.toString('base64') }
  const bytes = Buffer.concat([signed, Buffer.from(`${JSON.stringify(last)}\n`)])
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') }
}

/**
 * The terms of use in the player's language: every version until the complaint, oldest first. Version 0 is the text of
 * the build, which an edited one replaces: its text is null if the player registered before the first edit.
 */
async function readTerms({ db, content }: Ctx, { player_id, filed_at }: ComplaintRow) {
  const { locale, created_at } = await readPlayer(db.kysely, player_id)
  const edited = (await listTextVersions(db.kysely, `${locale}/pages/terms`))
    .filter(({ at }) => at <= filed_at)
    .toReversed()
  const ofBuild = {
    version: 0,
    at: null,
    data: edited.length > 0 ? null : (content.read(locale, 'pages')['terms'] ?? null),
  }
  const isFromBuild = edited.length === 0 || edited[0]!.at > created_at
  return [...(isFromBuild ? [ofBuild] : []), ...edited].map(({ version, at, data }) => ({
    locale,
    version,
    inForceFrom: at,
    registeredAt: created_at,
    text: data,
  }))
}

/** The round that the complaint is about, and the newest ones of studios that commit to their seeds. */
async function addFairness(
  ctx: Ctx,
  { about_kind, about_id }: ComplaintRow,
  rounds: unknown[],
  add: (record: string, data: unknown) => void,
): Promise<void> {
  const known = rounds.flatMap((round) => {
    const { id, studio } = (round ?? {}) as { id?: unknown; studio?: unknown }
    return typeof id === 'string' && typeof studio === 'string' ? [{ id, studio }] : []
  })
  const first = known.filter(({ id }) => about_kind === 'round' && id === about_id)
  const rest = known.filter((round) => !first.includes(round)).slice(0, mostRounds)
  for (const { id, studio: slug } of [...first, ...rest]) {
    const studio = ctx.partners.gameStudios.find((each) => each.slug === slug)
    const fair = await studio?.fairness?.readFile(ctx, id)
    if (fair) add('fairness', { round: id, studio: slug, ...fair })
  }
}
