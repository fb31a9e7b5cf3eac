/** The settings of the slip: the format of odds, which changes of odds are accepted, and the quick bet. */
import { oddsFormats, type OddsFormat } from '#contract/settlement/odds-formats.ts'
import { builderMargin, liveExtra, longestStep, singleMargin } from '../pricing/margin.ts'
import type { OddsPolicy } from '../wire.ts'
import { decimalMark } from '../words.ts'
import { percent, readMoney, showOdds } from './format.ts'
import { currencyOf, type Store } from './store.ts'
import { type Element_, h } from './view.ts'

const policies: OddsPolicy[] = ['higher', 'any']

export function slipSettings(store: Store): Element_ {
  const { words, format, policy } = store.state
  const select = (label: string, value: string, options: Array<[string, string]>, onChange: (value: string) => void) =>
    h(
      'label',
      { class: 'setting' },
      h('span', {}, label),
      h(
        'select',
        { value, onchange: (event) => onChange((event.target as HTMLSelectElement).value) },
        options.map(([id, name]) => h('option', { key: id, value: id, selected: id === value }, name)),
      ),
    )
  return h(
    'div',
    { key: 'settings', class: 'settings' },
    select(
      words('oddsFormat'),
      format,
      oddsFormats.map((each) => [each, `${words(`format_${each}`)} · ${showOdds('2.50', each, store.options.locale)}`]),
      (value) => {
        store.set({ format: value as OddsFormat })
        store.keep()
      },
    ),
    select(
      words('oddsPolicy'),
      policy,
      policies.map((each) => [each, words(`policy_${each}`)]),
      (value) => {
        store.set({ policy: value as OddsPolicy })
        store.keep()
      },
    ),
    store.state.session && quickSetting(store),
    h('p', { key: 'margin', class: 'small' }, marginText(store)),
  )
}

function marginText({ state: { words }, options: { locale } }: Store): string {
  return words('oddsMargin', {
    single: percent(singleMargin, locale),
    builder: percent(builderMargin, locale),
    live: percent(liveExtra, locale),
    step: percent(longestStep, locale),
  })
}

/** The setting of quick bets. They can be switched on only with a stake, and clearing the stake switches them off. */
function quickSetting(store: Store): Element_ {
  const { words, quickStake, isQuickOn } = store.state
  const currency = currencyOf(store)
  const amount = readMoney(quickStake, currency) ?? 0
  return h(
    'fieldset',
    { key: 'quick', class: 'setting quick-setting' },
    h('legend', {}, words('quickBet')),
    h('p', { id: 'sb-quick-text', class: 'small' }, words('quickText')),
    h(
      'label',
      { class: 'stake-field' },
      h('span', { class: 'stake-label' }, words('quickStake')),
      h('input', {
        inputmode: 'decimal',
        autocomplete: 'off',
        value: quickStake,
        placeholder: `0${decimalMark(store.options.locale)}00`,
        oninput: (event) => {
          const { value } = event.target as HTMLInputElement
          store.set({ quickStake: value, isQuickOn: isQuickOn && (readMoney(value, currency) ?? 0) > 0 })
          store.keep()
        },
      }),
      h('span', { class: 'stake-currency', 'aria-hidden': 'true' }, currency),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'switch',
        role: 'switch',
        'aria-checked': isQuickOn ? 'true' : 'false',
        'aria-describedby': 'sb-quick-text',
        'aria-disabled': amount > 0 ? null : 'true',
        onclick: () => amount > 0 && store.set({ isQuickOn: !isQuickOn, quickBet: null }),
      },
      words('quickSwitch'),
      h('span', { class: 'switch-track', 'aria-hidden': 'true' }),
    ),
  )
}
