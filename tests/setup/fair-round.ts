/** What a round tells of itself to the verifier, apart from its outcome. */
export const fairRound = {
  id: '01990000-0000-7000-8000-000000000000',
  game: { id: 'ember-forge', name: 'Ember Forge', thumbnail: '' },
  mode: 'real',
  status: 'settled',
  currency: 'EUR',
  stake: 100,
  extraStake: 0,
  choice: null,
  serverSeed: 'a'.repeat(64),
  clientSeed: 'mine',
  drawn: null,
  nonce: 4,
  mathsVersion: '1.0.0',
  mathsHash: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  isOwn: true,
} as const
