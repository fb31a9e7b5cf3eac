import { expect, test, vi } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoney, label } from '../labels.ts'
import { StatementsPage } from './statements.tsx'

const show = views()
const playerId = '0f3c9a52-0000-4000-8000-000000000001'
const base = `GET /api/players/${playerId}/statements`
const currency = (part: object = {}) => ({
  currency: 'EUR',
  accounts: [{ account: 'real', opening: '10.00', closing: '32.50' }],
  lines: [{ product: 'casino', kind: 'deposit', account: 'real', entries: 1_200, credit: '25.00', debit: '2.50' }],
  result: '-3.25',
  ...part,
})
type Site = { periods?: string[]; search?: string; isFinal?: boolean; currencies?: object[]; files?: Answering }
async function opened({ periods = ['2026', '2026-10', '2026-09'], search = '', isFinal = true, ...site }: Site = {}) {
  const page = await show(<StatementsPage operator={{ scopes: [] } as never} params={{ playerId }} />, {
    path: `/players/${playerId}/statements`,
    search,
    answer: (call) => {
      if (call.route === base) return { body: periods.map((period) => ({ period, isFinal })) }
      if (call.route.endsWith('csv') || call.route.endsWith('signature')) return site.files?.(call)
      return { body: { period: '2026-10', isFinal, currencies: site.currencies ?? [currency()] } }
    },
  })
  // The statement is read once its period is known.
  await page.pass(1)
  return page
}
const read = ({ calls }: ShownView) => calls.map(({ route }) => route.replace(base, '')).slice(1)
const euros = (amount: string) => spaced(formatMoney({ amount, currency: 'EUR' }))

test('the newest month is shown until another period is chosen, with its balances and result', async () => {
  const page = await opened()
  expect(read(page)).toEqual(['/2026-10'])
  expect(page.text).toContain(`${euros('10.00')} ${euros('32.50')}`)
  expect(page.text).toContain(`1,200 ${euros('25.00')} ${euros('2.50')}`)
  expect(page.text).toContain(label('players.statementResult', { amount: euros('-3.25') }))
  const year = await opened({ search: '?period=2026' })
  expect(read(year)).toEqual(['/2026'])
})

test('a player without a month has no statement, and a currency without movements no table of them', async () => {
  const none = await opened({ periods: [] })
  expect(none.text).toContain(label('players.noStatement'))
  expect(read(none)).toEqual([])
  const quiet = await opened({ currencies: [currency({ lines: [] })] })
  expect(quiet.text).toContain(label('players.statementBalances', { currency: 'EUR' }))
  expect(quiet.text).not.toContain(label('players.statementMovements', { currency: 'EUR' }))
})

test('the files are saved under the period, and only a final statement has a signature', async () => {
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:statement')
  const page = await opened({ files: () => ({ body: new Uint8Array([1]) }) })
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) =>
    Object.assign(create(name), {
      click: function (this: HTMLAnchorElement) {
        names.push(this.download)
      },
    }),
  )
  await page.press(label('players.statementCsv'))
  await page.press(label('players.statementSignature'))
  expect(read(page)).toEqual(['/2026-10', '/2026-10/csv', '/2026-10/signature'])
  expect(names).toEqual(['statement-2026-10.csv', 'statement-2026-10.csv.sig'])
  expect(page.text).toContain(label('players.statementFinal'))
  vi.restoreAllMocks()

  const running = await opened({ isFinal: false })
  expect(running.text).toContain(label('players.statementRunning'))
  expect(running.has(label('players.statementSignature'))).toBe(false)
})

test('a file that cannot be had is explained and nothing is saved', async () => {
  const made = vi.spyOn(URL, 'createObjectURL')
  const error = { name: 'statementNotFound', message: 'There is no such statement.' }
  const page = await opened({ files: () => ({ status: 404, body: { error } }) })
  await page.press(label('players.statementCsv'))
  expect(page.text).toContain('There is no such statement.')
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})
