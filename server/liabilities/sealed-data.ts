/** The private keys that draw server seeds, and rounds of the in-house studio in progress. */
import { drawKeyIds, renewDrawKey, versionOfDrawKey } from '#games/studio/draw-keys.ts'
import { countOpenRounds } from '#games/studio/recover.ts'
import { inHouseStudioKeysOf } from '../partners/game-studio/in-house-studio.ts'
import type { SealedData, SealingNeeds, SignedData } from '../kernel/sealed-data.ts'

export const drawKeys: SealedData = {
  what: 'keys of draws',
  list: ({ db }) => drawKeyIds(db.kysely),
  keyOf: (needs, id) => versionOfDrawKey(partsOf(needs), id),
  renew: (needs, id) => renewDrawKey(partsOf(needs), id),
}

export const openRounds: SignedData = {
  what: 'open rounds from before the change',
  count: ({ db }, before) => countOpenRounds(db.kysely, before),
}

function partsOf({ db, clock, settings }: SealingNeeds) {
  return { db, clock, ...inHouseStudioKeysOf(settings) }
}
