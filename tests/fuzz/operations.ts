/** Builds for each operation of the contract a request that succeeds. */
import { randomUUID } from 'node:crypto'
import { record } from '#server/kernel/facts/fact.ts'
import { concernRecorded } from '#server/kernel/facts/kinds.ts'
import { openJackpot } from '#server/play/jackpots/open.ts'
import { publishReport } from '#server/liabilities/publish-report.ts'
import { hashAt, makeDemoChain, readChains } from '#server/play/shared-rounds/chains.ts'
import { publishRuns } from '#server/rewards/tournaments/publish-runs.ts'
import { inHouseStudioSlug } from '#server/partners/game-studio/in-house-studio.ts'
import { issueAutologinToken } from '#server/identity/sessions/autologin.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { unsubscribeToken } from '#server/campaigns/unsubscribe-link.ts'
import { sportsbookSlug } from '#server/partners/sportsbook/from-settings.ts'
import { acceptOf, cashOutOf, editOf, placeOf, settleOf, unsettleOf, voidOf } from '#tests/setup/sportsbook.ts'
import { formOf, jpeg } from '#tests/setup/sample-files.ts'
import { type Life, paymentReport, preparedPasskey, Unreachable, withdrawalOf } from './life.ts'
import type { Answer, Loose, Request } from './site.ts'

export type Operation = {
  prepare(life: Life, pick: <T>(list: readonly T[]) => T): Promise<Request>
  learn?(life: Life, answer: Answer, request: Request): void
}

/** Operations that cannot succeed in the configuration of this test, each with the reason. */
export const unreachableOperations: Record<string, string> = {
  replyToAnswer: 'no operator answers complaints on this site',
  downloadStatementSignature: 'every player of this site registered within the running month',
  receiveProviderCall: 'the sportsbook of this site signs its calls with a shared secret',
}

const guest = (make: (pick: <T>(list: readonly T[]) => T) => Request = () => ({})): Operation => ({
  prepare: async (life, pick) => life.by(null, make(pick)),
})
const player = (make: (pick: <T>(list: readonly T[]) => T) => Request = () => ({})): Operation => ({
  prepare: async (life, pick) => life.mine(make(pick)),
})

const currencies = ['EUR', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'] as const
const games = ['dice', 'ember-forge', 'lantern-harbor'] as const
const gameOf = (pick: <T>(list: readonly T[]) => T): Request => ({ params: { id: pick(games) } })
const page = (pick: <T>(list: readonly T[]) => T): Request => ({
  query: { page: pick([1, 2]), perPage: pick([5, 20]) },
})
const period = (pick: <T>(list: readonly T[]) => T): Request =>
  pick<Request>([{}, { query: { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z', currency: 'EUR' } }])

const settings: Record<string, Operation> = {
  listCurrencies: guest(),
  listLocales: guest(),
  listCountries: guest((pick) => ({ query: { locale: pick(['en', 'ar']) } })),
  readConstants: guest(),
  initPlayer: guest((pick) => ({ query: { language: pick(['de', 'pt-BR']) } })),
  readContent: guest((pick) => ({
    params: { locale: pick(['en', 'de']), directory: pick(['alerts', 'layout', 'modals', 'pages']) },
  })),
  readPage: guest((pick) => ({ params: { locale: pick(['en', 'ar']), identity: pick(['about', 'terms']) } })),
  listQuestionTopics: guest((pick) => ({ params: { locale: pick(['en', 'pt-BR']) } })),
}

let phones = 0
const newPhone = () => `49151${String(10_000_000 + ((Date.now() * 7 + ++phones) % 89_999_999))}`
async function phoneWithCode(life: Life): Promise<{ phone: string; code: string }> {
  const phone = newPhone()
  await life.need('sendOtp', life.by(null, { body: { phone, reason: 'registration' } }))
  const sent = (await life.site.inbox.all({ to: phone })).at(-1)
  if (!sent?.code) throw new Unreachable(`no code came to ${phone}`)
  return { phone, code: sent.code }
}

const identity: Record<string, Operation> = {
  listFieldValidations: guest((pick) => ({ query: { scenario: pick(['registration', 'profile']) } })),
  challengeCaptcha: guest(),
  register: guest(() => ({
    body: {
      email: `p${randomUUID()}@example.com`,
      password: 'a quiet harbour',
      country: 'DE',
      currency: 'EUR',
      nickname: 'Marguerite',
      agreements: 1,
      bonusCode: 'HARBOUR50',
    },
  })),
  registerPhone: {
    async prepare(life) {
      const proof = await phoneWithCode(life)
      return life.by(null, {
        body: { ...proof, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 },
      })
    },
  },
  sendOtp: { prepare: async (life) => life.by(null, { body: { phone: newPhone(), reason: 'registration' } }) },
  verifyOtp: {
    prepare: async (life) => life.by(null, { body: { ...(await phoneWithCode(life)), reason: 'registration' } }),
  },
  signIn: {
    async prepare(life) {
      await life.signIn()
      const { email, password, totp } = life.me
      return life.by(null, { body: { login: email, password, ...(totp ? { code: life.code() } : {}) } })
    },
  },
  autologin: {
    async prepare(life) {
      const { id } = await life.need('readProfile', await life.mine())
      if (life.me.totp) throw new Unreachable('a link alone does not sign in who has an authenticator')
      const { deps } = life.site
      const token = await deps.db.transaction((tx) => issueAutologinToken(tx, deps, id))
      return life.by(null, { body: { token } })
    },
  },
  refreshSession: {
    prepare: async (life) => life.mine(),
    learn(life, { body }, { token }) {
      const owner = [life.me, ...life.others].find((person) => person.token === token)
      if (owner) owner.token = body.accessToken
    },
  },
  signOut: player(),
  listSessions: player(page),
  closeSession: {
    async prepare(life) {
      const request = await life.mine()
      const { email, password, totp } = life.me
      const body = { login: email, password, ...(totp ? { code: life.code() } : {}) }
      await life.need('signIn', life.by(null, { body }))
      const { data } = await life.need('listSessions', request)
      const id = data.find((row: Loose) => !row.isCurrent)?.id
      if (!id) throw new Unreachable('there is no other session')
      return { ...request, params: { id } }
    },
  },
  readProfile: player(),
  updateProfile: player((pick) => ({
    body: {
      firstName: pick(['Dana', 'Émile']),
      nickname: pick(['Dana', 'D']),
      receiveEmailPromo: pick([0, 1] as const),
    },
  })),
  closeAccount: {
    async prepare(life) {
      await life.proven()
      return life.by(life.me, { body: { reason: 'enough' } })
    },
    learn: (life) => life.renew(),
  },
  exportProfile: {
    async prepare(life) {
      await life.proven()
      return life.by(life.me)
    },
  },
}

const credentials: Record<string, Operation> = {
  changePassword: {
    async prepare(life, pick) {
      const next = pick(['another quiet harbour', 'a third harbour', 'a quiet harbour'])
      return life.mine({
        body: { currentPassword: life.me.password, newPassword: next, repeatNewPassword: next },
      })
    },
    learn(life, _answer, { body }) {
      life.me.password = (body as Loose).newPassword
    },
  },
  forgotPassword: {
    async prepare(life) {
      await life.signIn()
      return life.by(null, { body: { email: life.me.email } })
    },
  },
  resetPassword: {
    async prepare(life) {
      await life.signIn()
      await life.need('forgotPassword', life.by(null, { body: { email: life.me.email } }))
      const code = await life.mailed(life.me.email, /resetCode=([\w-]+)/)
      const password = 'a harbour found again'
      return life.by(null, { body: { code, password, password_confirmation: password } })
    },
    learn(life, _answer, { body }) {
      life.me.password = (body as Loose).password
      // The reset removes the second factors of an account that was never used.
      life.renew()
    },
  },
  requestApproval: {
    async prepare(life) {
      await life.signIn()
      return life.by(null, { body: { email: life.me.email } })
    },
  },
  approveSignIn: {
    async prepare(life) {
      await life.signIn()
      await life.need('requestApproval', life.by(null, { body: { email: life.me.email } }))
      const code = await life.mailed(life.me.email, /approvalCode=([\w-]+)/)
      return life.by(null, { body: { code, fingerprint: 'f'.repeat(32) } })
    },
  },
  confirmEmail: {
    async prepare(life) {
      await life.signIn()
      return life.by(null, { body: { code: await life.mailed(life.me.email, /confirmCode=([\w-]+)/) } })
    },
  },
  resendConfirmation: player(),
  readStepUp: player(),
  stepUp: {
    async prepare(life) {
      await life.signIn()
      const { totp, password } = life.me
      return life.mine({
        body: totp ? { method: 'totp', proof: life.code() } : { method: 'password', proof: password },
      })
    },
  },
  readTotp: player(),
  beginTotp: {
    async prepare(life) {
      await life.proven()
      return life.by(life.me, { body: {} })
    },
  },
  confirmTotp: {
    async prepare(life) {
      await life.proven()
      const { secret: key } = await life.need('beginTotp', life.by(life.me, { body: {} }))
      life.me.totp = { secret: key, recoveryCodes: [] }
      const code = life.code()
      const request = life.by(life.me, { body: { code } })
      pendingSecrets.set(request.body as object, key)
      life.me.totp = null
      return request
    },
    learn(life, { body }, request) {
      const key = pendingSecrets.get(request.body as object)
      if (key) life.me.totp = { secret: key, recoveryCodes: body.recoveryCodes }
    },
  },
  removeTotp: {
    async prepare(life) {
      await life.withTotp()
      await life.proven()
      return life.by(life.me)
    },
    learn(life) {
      life.me.totp = null
    },
  },
  listPasskeys: player(),
  beginPasskey: {
    async prepare(life) {
      await life.proven()
      return life.by(life.me, { body: {} })
    },
  },
  addPasskey: { prepare: preparedPasskey },
  removePasskey: {
    async prepare(life) {
      await life.withPasskey()
      await life.proven()
      const [passkey] = await life.need('listPasskeys', life.by(life.me))
      if (!passkey) throw new Unreachable('there is no passkey')
      return life.by(life.me, { params: { id: passkey.id } })
    },
    learn(life) {
      life.me.key = null
    },
  },
  challengePasskey: player(() => ({ body: {} })),
  beginPasskeySignIn: guest(() => ({ body: {} })),
  signInByPasskey: {
    async prepare(life) {
      await life.withPasskey()
      const { challenge } = await life.need('beginPasskeySignIn', life.by(null, { body: {} }))
      return life.by(null, { body: { assertion: life.me.key!.get({ challenge }) } })
    },
  },
}
const pendingSecrets = new WeakMap<object, string>()

const someone = () => ({ email: `${randomUUID()}@social.example`, verified: 'on' })
const social: Record<string, Operation> = {
  redirectToConnection: guest(() => ({ query: { state: '{"backRoute":"/"}', connection: 'google-oauth2' } })),
  redirectToProvider: guest(() => ({ params: { provider: 'telegram' }, query: { state: '{"backRoute":"/"}' } })),
  signInSocially: {
    prepare: async (life) =>
      life.by(null, { body: { query: await life.socialQuery(someone()), provider: 'google-oauth2' } }),
  },
  finishSocialSignIn: {
    async prepare(life) {
      const form = someone()
      life.renew()
      const first = { query: await life.socialQuery(form), provider: 'google-oauth2' }
      life.me.token = (await life.need('signInSocially', life.by(null, { body: first }))).accessToken
      const { secret: key } = await life.need('beginTotp', life.by(life.me, { body: {} }))
      life.me.totp = { secret: key, recoveryCodes: [] }
      await life.need('confirmTotp', life.by(life.me, { body: { code: life.code() } }))
      const again = { query: await life.socialQuery(form), provider: 'google-oauth2' }
      const { ticket } = await life.need('signInSocially', life.by(null, { body: again }))
      const code = life.code()
      // Without a password this account is of no use to the operations that follow.
      const request = life.by(null, { body: { ticket, code } })
      life.renew()
      return request
    },
  },
}

async function upload(life: Life): Promise<Request> {
  const form = new Response(formOf({ name: 'passport.jpg', type: 'image/jpeg', bytes: jpeg() }))
  return life.mine({
    raw: { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type')! },
  })
}
const verification: Record<string, Operation> = {
  listDocuments: player(),
  uploadDocument: { prepare: upload },
  downloadDocument: {
    async prepare(life) {
      const { id } = await life.need('uploadDocument', await upload(life))
      return life.mine({ params: { id } })
    },
  },
  deleteDocument: {
    async prepare(life) {
      const { id } = await life.need('uploadDocument', await upload(life))
      return life.mine({ params: { id } })
    },
  },
  readIdentityCheck: player(),
  authIdentityCheck: player(() => ({ body: {} })),
  identityCheckCallback: {
    async prepare(life, pick) {
      const { id } = await life.need('readProfile', await life.mine())
      return {
        params: { partner: 'sumsub' },
        body: {
          applicantId: randomUUID(),
          type: 'applicantReviewed',
          externalUserId: id,
          reviewStatus: 'completed',
          reviewResult: { reviewAnswer: pick(['GREEN', 'RED']) },
          createdAtMs: life.site.deps.clock.now().toISOString().replace('T', ' ').replace('Z', ''),
        },
      }
    },
  },
}

async function chatMessage(life: Life): Promise<Request> {
  return life.mine({ body: { id: randomUUID(), text: 'Where is my withdrawal? <b>Thank you</b>' } })
}
const chat: Record<string, Operation> = {
  readChatWidget: guest(),
  startGuestChat: guest(),
  readChat: player((pick) => pick<Request>([{}, { query: { after: 0 } }, { query: { before: 5, limit: 2 } }])),
  sendChatMessage: { prepare: chatMessage },
  readChatMessages: {
    async prepare(life) {
      const { message } = await life.need('sendChatMessage', await chatMessage(life))
      return life.mine({ body: { number: message.number } })
    },
  },
  noteChatTyping: player(),
  takeOverGuestChat: {
    async prepare(life) {
      const { token } = await life.need('startGuestChat', life.by(null, {}))
      return life.mine({ body: { token } })
    },
  },
  uploadChatAttachment: { prepare: upload },
  downloadChatAttachment: {
    async prepare(life) {
      const { id } = await life.need('uploadChatAttachment', await upload(life))
      return life.mine({ params: { id } })
    },
  },
}

const complaintOf = (life: Life) =>
  life.mine({
    body: {
      id: randomUUID(),
      category: 'games',
      about: { kind: 'round', id: randomUUID() },
      text: 'It paid too little.',
    },
  })
const complaints: Record<string, Operation> = {
  askForComplaintLink: guest(() => ({ body: { email: `${randomUUID()}@example.com` } })),
  listComplaints: player(),
  readComplaint: {
    async prepare(life) {
      const { id } = await life.need('fileComplaint', await complaintOf(life))
      return life.mine({ params: { id } })
    },
  },
  fileComplaint: { prepare: complaintOf },
}

async function depositLimit(life: Life): Promise<Loose> {
  const limits: Loose[] = await life.need('listLimits', await life.mine())
  const existing = limits.find(({ definition, pending }) => definition === 3 && !pending)
  const body = { definition: 3, period: 'weekly', amount: 100_000_00, currency: 'EUR' }
  return existing ?? life.need('addLimit', await life.mine({ body }))
}
/** Returns a marker of the player that was not contested yet. */
async function harmMarker(life: Life): Promise<string> {
  const { id: player } = await life.need('readProfile', await life.mine())
  await life.site.deps.db.transaction((tx) => record(tx, concernRecorded, { player, subject: randomUUID(), data: {} }))
  await catchUp(life.site.deps)
  const { markers } = await life.need('listHarmMarkers', await life.mine())
  const marker = markers.find(({ contest, state }: Loose) => !contest && state !== 'dismissed')
  if (!marker) throw new Unreachable('every marker was contested')
  return marker.id
}
const limits: Record<string, Operation> = {
  listLiabilityReports: guest(),
  downloadOperatorKey: guest(),
  readLiabilityProof: {
    async prepare(life) {
      await publishReport({ ...life.site.deps, actor: { kind: 'system', job: 'test' } })
      return life.mine()
    },
  },
  listHarmMarkers: player(),
  contestHarmMarker: {
    async prepare(life) {
      const id = await harmMarker(life)
      return life.mine({ params: { id }, body: { text: 'This was not me.' } })
    },
  },
  listLimits: player(),
  readProtection: player(),
  addLimit: player((pick) => ({
    body: pick<object>([
      { definition: 3, period: 'daily', amount: 50_000_00, currency: 'EUR' },
      { definition: 3, period: 'monthly', amount: 90_000_00, currency: 'USD' },
      { definition: 1, period: 'daily', amount: 80_000_00, currency: 'EUR' },
      { definition: 2, period: 'weekly', amount: 80_000_00, currency: 'EUR' },
      { definition: 6, period: 'daily', amount: 1440 },
      { definition: 7, period: 'round', amount: 50_000_00, currency: 'EUR' },
      { definition: 5, period: '1-day' },
      { definition: 4, period: '6-months' },
    ]),
  })),
  changeLimit: {
    async prepare(life, pick) {
      const { id, period: currentPeriod, amount } = await depositLimit(life)
      return life.mine({
        params: { limitId: id },
        body: { period: currentPeriod, amount: pick([amount - 100, amount + 100]) },
      })
    },
  },
  removeLimit: { prepare: async (life) => life.mine({ params: { limitId: (await depositLimit(life)).id } }) },
  readTurnoverWager: player((pick) => ({ query: { currency: pick(currencies) } })),
}

async function freespins(life: Life): Promise<Loose> {
  const freespinsList: Loose[] = await life.need('listPlayerFreespins', await life.mine())
  const issued = freespinsList.find(({ status }) => status === 1)
  if (issued) return issued
  await life.deposit(5000, { bonusId: 'welcome-spins' })
  const [granted] = await life.need('listPlayerFreespins', await life.mine())
  if (!granted) throw new Unreachable('no free spins were granted')
  return granted
}
const bonuses: Record<string, Operation> = {
  listBonuses: player((pick) => ({ query: { currency: pick(currencies), amount: pick([0, 5000, 1_000_000]) } })),
  readBonusPage: guest((pick) => ({ params: { identity: pick(['welcome', 'harbour-50']) } })),
  readCashback: player((pick) => ({ query: pick([{}, { currency: 'EUR' }]) })),
  readRakeback: player((pick) => ({ query: pick([{}, { currency: 'EUR' }]) })),
  claimRakeback: {
    async prepare(life) {
      const request = await life.mine({ body: { currency: 'EUR' } })
      const { id } = await life.need('readProfile', await life.mine())
      // This is the amount that a large number of rounds would have brought.
      await life.site.deps.db.kysely
        .insertInto('rewards.rakebacks')
        .values({ player_id: id, currency: 'EUR', earned: 50_000_000n })
        .onConflict((conflict) =>
          conflict
            .columns(['player_id', 'currency'])
            .doUpdateSet((eb) => ({ earned: eb('rewards.rakebacks.earned', '+', 50_000_000n) })),
        )
        .execute()
      return request
    },
  },
  readBonusStatus: player((pick) => ({
    query: { bonusIds: ['welcome-100', 'monday-10', 'nothing'], currency: pick(currencies) },
  })),
  listBonusCodes: player((pick) => pick<Request>([{}, { query: { trigger: 3 } }])),
  addBonusCode: player(() => ({ body: { bonusCode: 'HARBOUR50', trigger: 3 } })),
  removeBonusCode: {
    async prepare(life) {
      const { id } = await life.need('addBonusCode', await life.mine({ body: { bonusCode: 'HARBOUR50', trigger: 3 } }))
      if (!id) throw new Unreachable('the code was used before')
      return life.mine({ body: { playerBonusCodeId: id } })
    },
  },
  listPlayerBonuses: player((pick) => pick<Request>([{}, { query: { status: [1, 2], currency: 'EUR' } }])),
  activatePlayerBonus: {
    async prepare(life) {
      await life.deposit(5000, { bonusId: 'welcome-100' })
      await life.deposit(5000, { bonusId: 'monday-10' })
      const granted: Loose[] = await life.need('listPlayerBonuses', await life.mine())
      const active = granted.find(({ status }) => status === 2)
      if (active) await life.need('cancelPlayerBonus', await life.mine({ params: { id: active.id } }))
      const issued = granted.find(({ status }) => status === 1)
      if (!issued) throw new Unreachable('no bonus waits')
      return life.mine({ params: { id: issued.id } })
    },
  },
  cancelPlayerBonus: {
    async prepare(life) {
      await life.deposit(5000, { bonusId: 'welcome-100' })
      const granted: Loose[] = await life.need('listPlayerBonuses', await life.mine())
      const open = granted.find(({ status }) => status < 3)
      if (!open) throw new Unreachable('no bonus is open')
      return life.mine({ params: { id: open.id } })
    },
  },
  listPlayerFreespins: player(),
  activatePlayerFreespin: {
    prepare: async (life) => life.mine({ params: { id: (await freespins(life)).id } }),
  },
  cancelPlayerFreespin: { prepare: async (life) => life.mine({ params: { id: (await freespins(life)).id } }) },
}

const wallet: Record<string, Operation> = {
  listAccounts: player(),
  createAccount: player((pick) => ({ body: { currency: pick(currencies) } })),
  switchAccount: {
    prepare: async (life, pick) => life.mine({ params: { id: (await life.account(pick(currencies))).id } }),
  },
  hideAccount: {
    async prepare(life) {
      const { id } = await life.account('USDT')
      return life.mine({ params: { id } })
    },
  },
  listLedgerEntries: player((pick) => pick<Request>([{}, { query: { perPage: 5 } }, period(() => ({}) as never)])),
  readPlayTotals: player(period),
  readMoneyInPlay: player(),
  downloadStatement: player(period),
}

const statementPeriod = (date: Date) => date.toISOString().slice(0, 7)
const statements: Record<string, Operation> = {
  listStatements: player(),
  readStatement: {
    prepare: async (life) => life.mine({ params: { period: statementPeriod(life.site.deps.clock.now()) } }),
  },
  downloadAuditFile: {
    prepare: async (life) => life.mine({ params: { period: statementPeriod(life.site.deps.clock.now()) } }),
  },
  downloadSignedStatement: {
    prepare: async (life) => life.mine({ params: { period: statementPeriod(life.site.deps.clock.now()) } }),
  },
}

async function funded(life: Life): Promise<Loose> {
  if ((await life.account()).withdrawalBalance < 5000) await life.deposit(10_000)
  return life.account()
}
async function quoted(life: Life): Promise<string> {
  await funded(life)
  const body = { from: 'EUR', to: 'USD', amount: 2000 }
  return (await life.need('quoteSwap', await life.mine({ body }))).id
}
async function inVault(life: Life): Promise<Request> {
  const { id } = await funded(life)
  return life.mine({ params: { id }, body: { amount: 1000, idempotencyKey: randomUUID() } })
}
async function releaseOf(life: Life): Promise<Request> {
  const { params } = await inVault(life).then(async (request) => {
    await life.need('putInVault', request)
    return request
  })
  await life.proven()
  return life.by(life.me, { params, body: { amount: 1000 } })
}
const swapsAndVault: Record<string, Operation> = {
  readSwapTerms: player((pick) => ({ query: { from: 'EUR', to: pick(['USD', 'BRL']) } })),
  quoteSwap: player((pick) => ({ body: { from: 'EUR', to: 'USD', amount: pick([2000, 5000]) } })),
  confirmSwap: { prepare: async (life) => life.mine({ params: { id: await quoted(life) } }) },
  readVault: player(),
  putInVault: { prepare: inVault },
  requestVaultRelease: { prepare: releaseOf },
  cancelVaultRelease: {
    async prepare(life) {
      const { id } = await life.need('requestVaultRelease', await releaseOf(life))
      return life.mine({ params: { id } })
    },
  },
}

const walletAddresses = ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'] as const
async function addressToSave(life: Life, wallet: string): Promise<Request> {
  await life.proven()
  const methods: Loose[] = await life.need('listWithdrawalMethods', life.by(life.me, { query: { currency: 'BTC' } }))
  const found = methods.find((each) => each.fields.some(({ key }: Loose) => key === 'wallet_id'))
  const network = found?.fields.find(({ key }: Loose) => key === 'crypto_network')?.options[0]?.id
  const fields = { wallet_id: wallet, ...(network ? { crypto_network: network } : {}) }
  return life.by(life.me, { body: { name: 'Cold storage', method: found?.method, currency: 'BTC', fields } })
}
const addressBook: Record<string, Operation> = {
  listAddresses: player(),
  saveAddress: { prepare: (life, pick) => addressToSave(life, pick(walletAddresses)) },
  removeAddress: {
    async prepare(life) {
      const saved: Loose[] = await life.need('listAddresses', await life.mine())
      const { id } = saved[0] ?? (await life.need('saveAddress', await addressToSave(life, walletAddresses[1])))
      return life.mine({ params: { id } })
    },
  },
}

const payments: Record<string, Operation> = {
  listDepositMethods: player((pick) => ({ query: { currency: pick(currencies), country: pick(['DE', 'BR']) } })),
  listWithdrawalMethods: player((pick) => ({ query: { currency: pick(currencies) } })),
  readRequirements: player((pick) => ({
    query: {
      currency: 'EUR',
      method: pick(['sandbox.bank', 'sandbox.instant']),
      amount: String(pick([1000, 900_000])),
    },
  })),
  startDeposit: {
    async prepare(life, pick) {
      const { id } = await life.account()
      return life.mine({
        body: {
          method: pick(['sandbox.card', 'sandbox.wallet', 'sandbox.instant', 'sandbox.voucher']),
          currency: 'EUR',
          amount: pick([1000, 5000, 20_000]),
          accountId: id,
          fields: {},
        },
      })
    },
  },
  readPaymentPage: {
    prepare: async (life) => life.mine({ params: { id: await life.openDeposit(2000) } }),
  },
  startWithdrawal: {
    async prepare(life, pick) {
      await life.deposit(10_000)
      return withdrawalOf(life, pick([1000, 5000]))
    },
  },
  listInvoices: player((pick) => pick<Request>([{}, { query: { type: 1, status: [1, 2], currency: 'EUR', page: 1 } }])),
  declineInvoice: {
    prepare: async (life, pick) =>
      life.mine({
        params: { id: pick([true, false]) ? await life.openDeposit(2000) : (await life.withdrawal(2000)).id },
      }),
  },
  readInvoiceStatistics: player(() => ({})),
  readPayoutTimes: guest(),
  paymentWebhook: {
    async prepare(life, pick) {
      const invoiceId = await life.openDeposit(2000)
      const { sandbox } = life.site
      sandbox.payments.decide(sandbox.payments.byReference(invoiceId)!.id, pick(['pay', 'pay', 'decline'] as const))
      return paymentReport(life, invoiceId)
    },
  },
}

/** Opens the jackpot of the euro unless it is open, and asks to take part in it. */
async function joining(life: Life): Promise<Request> {
  const open = await life.need('listJackpots', await life.mine())
  const id = open.find(({ currency }: Loose) => currency === 'EUR')?.id ?? (await openEuros(life))
  return life.mine({ params: { currency: 'EUR' }, body: { jackpotId: id, clientSeed: 'my-own-words' } })
}
async function afterJoining(life: Life): Promise<Request> {
  await life.need('joinJackpot', await joining(life))
  return life.mine({ params: { currency: 'EUR' } })
}
async function openEuros({ site: { deps } }: Life): Promise<string> {
  const level = (contribution: bigint, cap: bigint) => ({ contribution, seed: 0n, cap })
  const levels = { mini: level(30n, 600n), major: level(30n, 6_000n), grand: level(20n, 60_000n) }
  const opened = await deps.db.transaction((tx) => openJackpot(tx, deps, { currency: 'EUR', sideStake: 100n, levels }))
  if (!opened.ok) throw new Unreachable(opened.refusal)
  return opened.value
}
async function seated(life: Life): Promise<Loose> {
  const cash = (await life.account()).balance
  if (cash < 1000) await life.deposit(10_000)
  const token = await life.launch('dice')
  return { token, currency: 'EUR', gameId: 'dice', roundId: randomUUID(), transactionId: randomUUID() }
}
async function roundPlayed(life: Life): Promise<string> {
  const { body } = await life.play('dice', { stake: 100 })
  if (!body.round) throw new Unreachable(`no round was played: ${JSON.stringify(body)}`)
  return body.round.id
}
async function staked(life: Life): Promise<Loose> {
  const bet = await seated(life)
  await life.need('studioBet', { params: { studio: inHouseStudioSlug }, body: { ...bet, amount: 100 } })
  return bet
}
const studioCall = (make: (life: Life, pick: <T>(list: readonly T[]) => T) => Promise<object>): Operation => ({
  prepare: async (life, pick) => ({ params: { studio: inHouseStudioSlug }, body: await make(life, pick) }),
})

const gamesAndStudio: Record<string, Operation> = {
  listCollections: guest(),
  listProviders: guest(),
  readProvider: guest(() => ({ params: { id: inHouseStudioSlug } })),
  listGames: guest((pick) => ({
    query: {
      search: pick(['forge', '']),
      perPage: 5,
      volatilities: pick([['low'], ['high', 'extreme']]),
      sort: pick(['popular', 'newest', 'name', 'return', 'maxWin']),
      stakeFrom: pick([0, 20]),
      stakeTo: pick([100, 1000]),
    },
  })),
  readLobby: guest(),
  listSimilarGames: guest(gameOf),
  readGame: guest(gameOf),
  playGame: player((pick) => ({ ...gameOf(pick), body: { mode: pick(['real', 'demo'] as const), currency: 'EUR' } })),
  readPlaySession: {
    async prepare(life) {
      await life.launch('dice')
      return life.mine({ query: { currency: 'EUR' } })
    },
  },
  readRealityCheck: player(),
  acknowledgeRealityCheck: player(() => ({ body: { dueAt: new Date().toISOString() } })),
  setRealityCheckInterval: player((pick) => ({ body: { intervalMinutes: pick([15, 30, 60]) } })),
  resetStatistics: {
    async prepare(life) {
      await life.launch('dice')
      return life.mine({ body: { currency: 'EUR' } })
    },
  },
  readFreeSpins: {
    async prepare(life) {
      const { id, gameId, spinAmount, currency } = await freespins(life)
      await life.need('activatePlayerFreespin', await life.mine({ params: { id } }))
      await life.launch(gameId)
      return life.mine({ params: { id: gameId }, query: { currency, stake: spinAmount } })
    },
  },
  readRound: { prepare: async (life) => life.by(null, { params: { id: await roundPlayed(life) } }) },
  revealSeed: {
    async prepare(life) {
      const id = await roundPlayed(life)
      return life.mine({ params: { id } })
    },
  },
  listFavorites: player(),
  listRecommendedGames: player(),
  listFavoritesFiltered: player((pick) => ({ query: { search: pick(['forge', '']), perPage: 5 } })),
  addFavorite: player(gameOf),
  removeFavorite: player(gameOf),
  listPlayedGames: player(),
  listOpenRounds: player(),
  listSpins: player(page),
  listDrawKeys: guest(),
  readPublishedFairness: guest(),
  listMaths: guest(),
  readMaths: {
    async prepare(life) {
      const [{ game, version }] = await life.need('listMaths', life.by(null))
      return life.by(null, { params: { game, version: String(version) } })
    },
  },
  listJackpots: guest(),
  readOwnJackpot: player(() => ({ params: { currency: 'EUR' } })),
  joinJackpot: { prepare: joining },
  leaveJackpot: { prepare: afterJoining },
  listTickets: { prepare: afterJoining },
  revealTickets: {
    async prepare(life) {
      await life.need('joinJackpot', await joining(life))
      return life.mine({ params: { currency: 'EUR' }, body: { clientSeed: 'my-own-words' } })
    },
  },
  listSeedPairs: player((pick) => ({ query: { game: pick(games) } })),
  listWinners: guest(),
  readSharedTable: guest(() => ({ params: { gameId: 'crash' } })),
  readSharedRound: {
    prepare: async (life) =>
      life.by(null, { params: { gameId: 'crash', number: String(await sharedRoundEnded(life)) } }),
  },
  listLiveBets: guest((pick) => ({ query: { feed: pick(['all', 'high']) } })),
  studioBalance: studioCall(async (life) => ({ token: await life.launch('dice') })),
  studioBet: studioCall(async (life, pick) => ({ ...(await seated(life)), amount: pick([100, 500]) })),
  studioWin: studioCall(async (life, pick) => {
    const bet = await staked(life)
    return { ...bet, transactionId: randomUUID(), amount: pick([0, 150]) }
  }),
  studioRollback: studioCall(async (life) => {
    const bet = await staked(life)
    return { ...bet, transactionId: randomUUID(), betTransactionId: bet.transactionId }
  }),
}

async function sharedRoundEnded({ site: { deps } }: Life): Promise<number> {
  const db = deps.db.kysely
  await makeDemoChain(deps, 'crash')
  const chain = (await readChains(db, 'crash'))[0]!
  const at = deps.clock.now()
  await db
    .insertInto('shared.rounds')
    .values({
      game: 'crash',
      number: 1n,
      maths_version: '1.0.0',
      chain_id: chain.id,
      place: 1,
      hash: await hashAt(db, chain, 1),
      point: 150,
      phase: 'ended',
      bets_until: at,
      started_at: at,
      ended_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return 1
}

const sportsbookOf = (body: object): Request => ({ params: { sportsbook: sportsbookSlug }, body })
async function clientToken(life: Life): Promise<string> {
  const { currency } = await life.account()
  return (await life.need('renewSportsbookToken', await life.mine({ body: { currency } }))).token
}
async function slip(life: Life): Promise<Loose> {
  if ((await life.account()).balance < 1000) await life.deposit(10_000)
  const { currency } = await life.account()
  return placeOf(await clientToken(life), { stake: 500, currency })
}
async function betAccepted(life: Life): Promise<string> {
  const bet = await slip(life)
  await life.need('placeBet', sportsbookOf({ call: 'place', ...bet }))
  await life.need('acceptBet', sportsbookOf({ call: 'accept', ...acceptOf(bet) }))
  return bet.betId
}
const sportsCall = (call: string, make: (life: Life) => Promise<object>): Operation => ({
  prepare: async (life) => sportsbookOf({ call, ...(await make(life)) }),
})
const sports: Record<string, Operation> = {
  startSportsbook: guest((pick) => ({ body: { theme: pick(['dark', 'light']) } })),
  renewSportsbookToken: {
    prepare: async (life) => life.mine({ body: { currency: (await life.account()).currency } }),
  },
  listSports: guest(),
  findSportsEvents: guest((pick) => ({ query: { search: pick(['united', 'liga', '%', '«'] as const) } })),
  listBets: player((pick) => ({ query: { ...page(pick).query, isSettled: pick(['true', 'false']) } })),
  authenticateClient: sportsCall('authenticate', async (life) => ({ token: await clientToken(life) })),
  readClientBalance: sportsCall('balance', async (life) => ({ token: await clientToken(life) })),
  placeBet: sportsCall('place', slip),
  acceptBet: sportsCall('accept', async (life) => {
    const bet = await slip(life)
    await life.need('placeBet', sportsbookOf({ call: 'place', ...bet }))
    return acceptOf(bet)
  }),
  declineBet: sportsCall('decline', async () => ({
    requestId: randomUUID(),
    betId: randomUUID(),
    reason: 'no answer',
  })),
  settleBet: sportsCall('settle', async (life) => settleOf(await betAccepted(life), 1, 1500)),
  unsettleBet: sportsCall('unsettle', async (life) => {
    const betId = await betAccepted(life)
    await life.need('settleBet', sportsbookOf({ call: 'settle', ...settleOf(betId, 1, 1500) }))
    return unsettleOf(betId, 2, 500)
  }),
  cashOutBet: sportsCall('cash-out', async (life) => cashOutOf(await betAccepted(life), 1, 300, 200)),
  editBet: sportsCall('edit', async (life) => editOf(await betAccepted(life), 300, await slip(life))),
  voidBet: sportsCall('void', async (life) => voidOf(await betAccepted(life), 1, 500)),
}

async function questOf(life: Life, id: string): Promise<string> {
  return (await life.need('activateQuest', await life.mine({ params: { id } }))).playerQuestId
}
const quests: Record<string, Operation> = {
  listQuests: player((pick) => pick<Request>([{}, { query: { state: [2], currency: 'EUR' } }])),
  listPlayerQuests: player(),
  activateQuest: player((pick) => ({ params: { id: pick(['explorer', 'first-rounds', 'harbor-week']) } })),
  cancelPlayerQuest: { prepare: async (life) => life.mine({ params: { id: await questOf(life, 'three-in-a-row') } }) },
  claimPlayerQuest: {
    async prepare(life) {
      const id = await questOf(life, 'good-catch')
      for (let wins = 0; wins < 2; wins++) {
        const body = { ...(await staked(life)), transactionId: randomUUID(), amount: 1000 }
        await life.need('studioWin', { params: { studio: inHouseStudioSlug }, body })
      }
      await catchUp(life.site.deps)
      return life.mine({ params: { id } })
    },
  },
}

/** A browser's public key: that of the receiver in RFC 8291, section 5. */
const pushKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

const messages: Record<string, Operation> = {
  listMessages: player(page),
  readMessages: player(() => ({ body: { messageIds: [randomUUID()] } })),
  deleteMessages: player(() => ({ body: { messageIds: [randomUUID()] } })),
  readAllMessages: player(() => ({ body: {} })),
  readPush: player(),
  storePush: player((pick) => ({
    body: {
      endpoint: `https://push.example.com/send/${randomUUID()}`,
      p256dh: pushKey,
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      receivesOffers: pick([true, false]),
    },
  })),
  removePush: player(),
  unsubscribe: {
    async prepare(life) {
      const { id } = await life.need('readProfile', await life.mine())
      return life.by(null, { body: { token: unsubscribeToken(life.site.deps.settings, id) } })
    },
  },
  sendCommunication: guest(() => ({ body: { email: 'someone@example.com', message: 'When do you open the doors?' } })),
}

const loyalty: Record<string, Operation> = {
  readLoyaltyAccount: player(),
  listLoyaltyLevels: guest((pick) => pick<Request>([{}, { query: { currency: pick(currencies) } }])),
  readLoyaltyRule: guest(),
}

async function tournament(life: Life): Promise<Request> {
  await publishRuns(life.site.deps)
  const { running, next } = await life.need('listTournaments', life.by(null))
  return { params: { identity: [...running, ...next][0]?.identity } }
}
async function withBuyIn(life: Life): Promise<Request> {
  await publishRuns(life.site.deps)
  const { next } = await life.need('listTournaments', life.by(null))
  return { params: { identity: next.find(({ entry }: { entry: string }) => entry === 'buy-in')?.identity } }
}
const tournaments: Record<string, Operation> = {
  listTournaments: guest(),
  readTournament: { prepare: async (life) => life.by(null, await tournament(life)) },
  readLeaderboard: { prepare: async (life) => life.mine(await tournament(life)) },
  joinTournament: { prepare: async (life) => life.mine(await tournament(life)) },
  enterTournament: {
    prepare: async (life) => {
      await funded(life)
      return life.mine({ ...(await withBuyIn(life)), body: { price: 500, currency: 'EUR' } })
    },
  },
  leaveTournament: { prepare: async (life) => life.mine(await withBuyIn(life)) },
}

export const operations: Record<string, Operation> = {
  ...settings,
  ...identity,
  ...credentials,
  ...social,
  ...verification,
  ...chat,
  ...complaints,
  ...limits,
  ...bonuses,
  ...wallet,
  ...statements,
  ...swapsAndVault,
  ...addressBook,
  ...payments,
  ...gamesAndStudio,
  ...sports,
  ...loyalty,
  ...quests,
  ...messages,
  ...tournaments,
}
