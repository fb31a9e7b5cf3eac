/** What a player has proved about themselves, as decisions about withdrawals need it. */
import type { Kysely } from 'kysely'
import { DocumentStatus } from '#contract/verification.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { readDetails, readPlayer } from '../players/players.ts'

/** `waiting`: provided, and not decided yet. `comment`: why the last proof was declined. */
export type Proof = { state: 'met' | 'waiting' | 'open'; comment: string | null }
export type Proofs = Record<'identity' | 'address' | 'funds' | 'payment' | 'tax', Proof>

type Document = { type: string; status: number; comment: string | null }

/** Decisions must lock the player first: proofs are written under that lock. */
export async function readProofs(db: Kysely<Tables>, playerId: string): Promise<Proofs> {
  const player = await readPlayer(db, playerId)
  const details = readDetails(player.details)
  const check = await db
    .selectFrom('verification.checks')
    .select(['status', 'comment'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  // Documents from before the owner of the address took over the account may be another person's.
  const documents = await db
    .selectFrom('verification.documents')
    .select(['type', 'status', 'comment'])
    .where('player_id', '=', playerId)
    .where('lost_at', 'is', null)
    .$if(player.owned_since !== null, (query) => query.where('created_at', '>', player.owned_since!))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const byDocument = (type: string) => proofOf(documents.filter((document) => document.type === type))
  const identity = byDocument('identity')
  const isChecked = player.identity_verified_at !== null
  const isWaiting = check?.status === 'pending'
  const hasTaxId = Boolean(details.cpf_number ?? details.personalIdNumber)
  return {
    identity: isChecked
      ? met
      : identity.state === 'open'
        ? { state: isWaiting ? 'waiting' : 'open', comment: isWaiting ? null : (check?.comment ?? identity.comment) }
        : identity,
    address: byDocument('address'),
    funds: byDocument('funds'),
    payment: byDocument('payment'),
    tax: hasTaxId ? met : { state: 'open', comment: null },
  }
}

const met: Proof = { state: 'met', comment: null }

function proofOf(newestFirst: Document[]): Proof {
  if (newestFirst.some(({ status }) => status === DocumentStatus.approved)) return met
  if (newestFirst.some(({ status }) => status === DocumentStatus.pending)) return { state: 'waiting', comment: null }
  return { state: 'open', comment: newestFirst[0]?.comment ?? null }
}
