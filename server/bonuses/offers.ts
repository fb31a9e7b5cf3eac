/** The offers in force, and the versions that players accepted. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { type Definition, readKnownActive, readDefinition } from '../kernel/definitions/definitions.ts'
import { type OfferDefinition, offerKind } from './offer-kind.ts'

export type Offer = OfferDefinition & { id: string; version: number }
export type MoneyOffer = Exclude<Offer, { type: 3 }>
export type SpinsOffer = Extract<Offer, { type: 3 }>

/** The offers in the order in which they are shown. */
export async function readOffers(db: Kysely<Tables>): Promise<Offer[]> {
  return (await readKnownActive(db, offerKind)).map(offerOf).toSorted((a, b) => a.position - b.position)
}

/** The version that was accepted, even if it has been replaced or has ended. */
export async function readAcceptedOffer(
  db: Kysely<Tables>,
  { id, version }: { id: string; version: number },
): Promise<Offer | undefined> {
  const found = await readDefinition(db, offerKind, { identity: id, version })
  return found && offerOf(found)
}

export function offerOf({ identity, version, data }: Definition<OfferDefinition>): Offer {
  return { ...data, id: identity, version }
}
