import { afterEach, expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { FakeElement } from '#tests/setup/dom.ts'
import { hooks, views } from '#tests/setup/hook.tsx'
import { markupOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../api/use-api.ts'
import { CountrySelect } from './country-select.tsx'
import { CurrencySelect } from './currency-select.tsx'
import { OptionSelect } from './option-select.tsx'
import { useOptionList } from './use-option-list.ts'

const run = hooks()
const show = views()
const words = labelsOf('fields')
const options = Array.from({ length: 12 }, (_, at) => ({ value: `v${at}`, label: `Option ${at}` }))

async function list(value = '') {
  const onChoose = vi.fn()
  const page = await run(() => useOptionList(options, value, onChoose))
  const press = async (key: string) => {
    const event = {
      key,
      preventDefault: vi.fn(),
      stopPropagation: vi.fn(),
      nativeEvent: { stopImmediatePropagation: vi.fn() },
    }
    await page.perform(({ onKeyDown }) => onKeyDown(event as never))
    return event
  }
  const activeOf = () => page.current.found[page.current.active]?.value
  return { page, onChoose, press, activeOf }
}

test('a list opens by an arrow, at the option that is chosen, and is walked around its ends', async () => {
  const { page, press, activeOf } = await list('v1')
  expect([page.current.isOpen, page.current.found, page.current.aria['aria-activedescendant']]).toEqual([
    false,
    [],
    undefined,
  ])
  const event = await press('ArrowDown')
  expect([page.current.isOpen, activeOf(), event.preventDefault.mock.calls.length]).toEqual([true, 'v1', 1])
  expect(page.current.aria['aria-expanded']).toBe(true)
  expect(page.current.aria['aria-activedescendant']).toBe(`${page.current.id}-1`)
  const walked: Array<[string, string]> = [
    ['ArrowDown', 'v2'],
    ['ArrowUp', 'v1'],
    ['ArrowUp', 'v0'],
    ['ArrowUp', 'v11'],
    ['ArrowDown', 'v0'],
    ['PageDown', 'v8'],
    ['PageDown', 'v11'],
    ['PageUp', 'v3'],
    ['PageUp', 'v0'],
  ]
  for (const [key, value] of walked) {
    await press(key)
    expect([key, activeOf()]).toEqual([key, value])
  }
})

test('Enter and, after a search, Tab choose the option that is marked, and the list closes', async () => {
  const { page, onChoose, press } = await list()
  await page.perform(({ search }) => search('Option 7'))
  expect(page.current.found.map(({ value }) => value)).toEqual(['v7'])
  const tab = await press('Tab')
  // The focus goes on to the next field.
  expect(tab.preventDefault).not.toHaveBeenCalled()
  expect([onChoose.mock.calls, page.current.isOpen, page.current.query]).toEqual([[['v7']], false, ''])
  await page.perform(({ open }) => open())
  await press('Tab')
  expect(onChoose).toHaveBeenCalledOnce()
  await press('ArrowDown')
  const enter = await press('Enter')
  expect([onChoose.mock.lastCall, enter.preventDefault.mock.calls.length]).toEqual([['v1'], 1])
})

test('a search without a result chooses nothing', async () => {
  const { page, onChoose, press } = await list()
  await page.perform(({ search }) => search('nowhere'))
  expect([page.current.active, page.current.aria['aria-activedescendant']]).toEqual([-1, undefined])
  await press('ArrowDown')
  await press('Enter')
  expect([onChoose.mock.calls, page.current.active, page.current.isOpen]).toEqual([[], -1, true])
})

test('Escape closes the list and not the dialog around it; a closed list leaves keys to the page', async () => {
  const { page, press } = await list()
  const early = await press('Escape')
  const enter = await press('Enter')
  expect([early.stopPropagation.mock.calls.length, enter.preventDefault.mock.calls.length]).toEqual([0, 0])
  await page.perform(({ open, point }) => (open(), point(5)))
  const event = await press('Escape')
  expect([
    event.stopPropagation.mock.calls.length,
    event.nativeEvent.stopImmediatePropagation.mock.calls.length,
  ]).toEqual([1, 1])
  expect(page.current.isOpen).toBe(false)
  await page.perform(({ open }) => open())
  // It begins anew.
  expect(page.current.active).toBe(0)
})

const select = (
  from: 'locales' | 'languages' | 'timeZones' | undefined,
  value = '',
  texts?: Record<string, string>,
) => {
  const onChoose = vi.fn()
  const field = { id: 'f', name: 'f', value, onChoose, label: 'Field' }
  return {
    onChoose,
    view: (
      <OptionSelect {...(field as never as object as Parameters<typeof OptionSelect>[0])} from={from} texts={texts} />
    ),
  }
}
const zones = [
  { id: 'Europe/Berlin', name: 'Berlin' },
  { id: 'Asia/Kathmandu', name: 'Kathmandu' },
]

test('a short list has what the form names, or each language of the site once', async () => {
  const named = select(undefined, '', { m: 'Male', f: 'Female' })
  const page = await show(named.view)
  const names = (shown: typeof page) =>
    shown
      .find('Male')
      .closest('select')!
      .options.map(({ textContent }) => textContent)
  expect(names(page)).toEqual([words.chooseOption, 'Male', 'Female'])
  const field = page.find('Male').closest('select')!
  await page.perform(() => {
    field.writeValue('f')
    field.dispatch('change')
  })
  expect(named.onChoose.mock.calls).toEqual([['f']])
  const languages = await show(select('languages').view)
  for (const language of ['English', 'German', 'French', 'Portuguese', 'Arabic', 'Spanish'])
    expect(languages.text.split(language)).toHaveLength(2)
})

test('a time zone that has another name today stays chosen', async () => {
  const opened = async (value: string) =>
    show(select('timeZones', value).view, {
      answers: [[apiKey('GET /api/settings/constants'), { timeZones: zones }]],
    })
  expect((await opened('Europe/Berlin')).text).toContain('Berlin')
  expect((await opened('Asia/Katmandu_Old')).text).toContain('Asia / Katmandu Old')
})

const box = { top: 700, bottom: 740, left: 20, right: 220, width: 200, height: 40 }

afterEach(() => void Reflect.deleteProperty(FakeElement.prototype, 'showPopover'))

/** A field for a country at the lower end of a page of 800 pixels. */
async function countries(value: string, ofAll = false, direction = 'ltr') {
  const onChoose = vi.fn()
  const panels: FakeElement[] = []
  Object.assign(FakeElement.prototype, {
    showPopover(this: FakeElement) {
      panels.push(this)
    },
  })
  const field = {
    id: 'f',
    ref: null,
    name: 'country',
    value,
    onChoose,
    onFocus: vi.fn(),
    onBlur: vi.fn(),
    label: 'Country',
    'aria-invalid': undefined,
    'aria-describedby': undefined,
    'aria-required': undefined,
  }
  const page = await show(<CountrySelect {...field} ofAll={ofAll} placeholder="Choose one" />, {
    answer: () => ({
      body: [
        { code: 'DE', name: 'Germany', restrictType: null },
        { code: 'FR', name: 'France', restrictType: 1 },
        { code: 'US', name: 'United States', restrictType: 2 },
      ],
    }),
    within(view) {
      vi.stubGlobal('visualViewport', undefined)
      vi.stubGlobal('innerHeight', 800)
      vi.stubGlobal('getComputedStyle', () => ({ direction }))
      Object.assign(document.documentElement, { clientWidth: 400 })
      return view
    },
  })
  await page.pass(1)
  const input = () =>
    page
      .find('Choose one')
      .closest('div')!
      .all()
      .find(({ localName }) => localName === 'input')!
  const open = async () => {
    const anchor = input().closest('div')!.closest('div')!
    for (let each: FakeElement | null = anchor; each; each = each.parentNode) each.getBoundingClientRect = () => box
    await page.fire(input(), 'click')
    return panels.at(-1)!
  }
  const offered = (panel: FakeElement) =>
    panel
      .all()
      .filter((each) => each.getAttribute('role') === 'option')
      .map(({ textContent }) => textContent)
  return { page, onChoose, input, open, offered, field }
}

// Shows: 3.2.1
test('residence is chosen among the countries that are served, nationality among all', async () => {
  const residence = await countries('')
  expect(residence.offered(await residence.open())).toEqual(['Germany', 'France'])
  const nationality = await countries('', true)
  expect(nationality.offered(await nationality.open())).toEqual(['Germany', 'France', 'United States'])
})

test('a country is found by its name and chosen by a press, after which the list is closed', async () => {
  const { page, onChoose, input, open, offered } = await countries('')
  const panel = await open()
  await page.perform(() => {
    input().writeValue('fra')
    input().dispatch('input')
  })
  expect(offered(panel)).toEqual(['France'])
  const [france] = panel.all().filter((each) => each.getAttribute('role') === 'option')
  // The focus stays in the field, whose list would close otherwise.
  expect(france!.dispatch('pointerdown')).toBe(false)
  await page.fire(france!, 'click')
  expect([onChoose.mock.calls, input().getAttribute('aria-expanded')]).toEqual([[['FR']], 'false'])
  await open()
  await page.perform(() => {
    input().writeValue('nowhere')
    input().dispatch('input')
  })
  expect(page.text).toContain(words.nothingFound)
})

test('typing after a chosen name begins a new search, and leaving the field closes the list', async () => {
  const { page, input, open, offered, field } = await countries('DE')
  expect(input().value).toBe('Germany')
  await page.perform(() => {
    input().writeValue('Germanyf')
    input().dispatch('input')
  })
  expect(input().value).toBe('f')
  await page.perform(() => input().blur())
  expect([input().value, field.onBlur.mock.calls.length]).toEqual(['Germany', 1])
  const panel = await open()
  expect([input().value, input().getAttribute('placeholder')]).toEqual(['', 'Germany'])
  const selected = panel.all().filter((each) => each.getAttribute('aria-selected') === 'true')
  expect([offered(panel).length, selected.map(({ textContent }) => textContent)]).toEqual([2, ['Germany']])
})

test.each([
  ['ltr', '20px'],
  // Its end is at the end of the field.
  ['rtl', '8px'],
])('a list that has no room below its field is above it, within the page (%s)', async (direction, left) => {
  const { open } = await countries('', false, direction)
  const { style } = await open()
  expect(style).toMatchObject({ width: '280px', left, top: 'auto', bottom: '104px', maxHeight: '320px' })
})

// Shows: 3.1.3
test('the list of currencies has those that are enabled, state currencies before coins', () => {
  const currency = (code: string, type: string, isEnabled = true) => ({ code, name: `The ${code}`, type, isEnabled })
  const currencies = [
    currency('BTC', 'crypto'),
    currency('EUR', 'fiat'),
    currency('USD', 'fiat', false),
    currency('ETH', 'crypto', false),
  ]
  const shown = markupOf(
    <CurrencySelect
      id="currency"
      aria-invalid={undefined}
      aria-describedby={undefined}
      aria-required={undefined}
      ref={null}
      name="currency"
      label="Currency"
      value="EUR"
      onChoose={vi.fn()}
      onBlur={vi.fn()}
      onFocus={vi.fn()}
    />,
    { answers: [[apiKey('GET /api/settings/currencies'), currencies]] },
  )
  expect([...shown.matchAll(/<option value="(\w+)"[^>]*>([^<]*)/g)].map(([, ...parts]) => parts)).toEqual([
    ['EUR', 'EUR · The EUR'],
    ['BTC', 'BTC · The BTC'],
  ])
})
