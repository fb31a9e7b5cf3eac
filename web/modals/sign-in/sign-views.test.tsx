/** Tests of the sign-in and registration modals, rendered from fixtures. */
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import type { FieldDescriptor } from '#contract/identity.ts'
import { contentOf } from '#tests/setup/content.ts'
import { markupOf, type RenderOptions, textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../../api/use-api.ts'
import { current, dismissToast } from '../../design/toast/toast-store.ts'
import type { FormValues } from '../../forms/check-values.ts'
import type { DescribedForm } from '../../forms/use-described-form.ts'
import { CurrentStep, modal as signUp } from '../sign-up.tsx'
import type { Step } from '../sign-up/use-registration.ts'
import { PromoPanel } from './promo-panel.tsx'
import { modal, SignIn, showBlocked, LoginKindTabs } from '../sign-in.tsx'
import { fieldsOf, SignInForm } from './sign-in-form.tsx'
import type { SignContent } from './use-sign-content.ts'

const content: SignContent = { promo: null, display: 'both', asksBeforeClosing: true, alerts: {} }
const answers: RenderOptions['answers'] = [
  [apiKey('GET /api/settings/constants'), { player: { socialAuth: [{ id: 'telegram', name: 'Telegram' }] } }],
  [
    apiKey('GET /api/content/{locale}/{directory}', { params: { locale: 'en', directory: 'global-components' } }),
    { social: { socialAuth0Connections: [], socialDirectConnections: [{ id: 'telegram' }] } },
  ],
]
const guest = { answers, isSignedIn: false }
const inDialog = (view: ReactNode) => <Dialog.Root open>{view}</Dialog.Root>
const signIn = (loginKinds: Array<'email' | 'phone'>) =>
  inDialog(
    <SignIn content={content} loginKinds={loginKinds} loginKind={loginKinds[0]!} onLoginKind={nothing} passkey={null}>
      <i>the form</i>
    </SignIn>,
  )
const field = (id: string, position: number, rules: FieldDescriptor['rules'] = {}): FieldDescriptor => ({
  id,
  name: id,
  description: null,
  editable: true,
  isRequired: rules.required === true,
  isVisible: true,
  position,
  value: null,
  rules,
})
function useEmptyForm(ids: string[], canSubmit: boolean, entered: FormValues): DescribedForm {
  const empty = Object.fromEntries(ids.map((id) => [id, '']))
  const form = useForm<FormValues>({ defaultValues: { ...empty, ...entered } })
  return {
    form,
    texts: { messages: {}, fields: {} },
    missing: [],
    formError: null,
    isBusy: false,
    canSubmit,
    onFocus: nothing,
    onChange: nothing,
    submit: nothing,
  }
}
type RegistrationProps = { fields: FieldDescriptor[]; canSubmit?: boolean; step?: Step; entered?: FormValues }
/** A registration form with these fields, empty but for what was entered before. */
function Registration({ fields, canSubmit = true, step = { name: 'form' }, entered = {} }: RegistrationProps) {
  const ids = fields.map(({ id }) => id)
  const described = useEmptyForm(ids, canSubmit, entered)
  const registration = {
    loginKind: 'email' as const,
    fields,
    captchaNote: null,
    form: described,
    step,
    chooseLoginKind: nothing,
    verify: async () => nothing(),
    back: nothing,
  }
  return <CurrentStep registration={registration} loginKinds={['email']} />
}

// Shows: 2.3.1
test('sign-in has tabs only if both methods are offered, with e-mail first', () => {
  const both = markupOf(signIn(['email', 'phone']), guest)
  expect(both.match(/<button[^>]*role="tab"[^>]*>/g)).toHaveLength(2)
  expect(/<button[^>]*aria-selected="true"[^>]*>(?:<[^>]+>)*([^<]+)/.exec(both)?.[1]).toBe('Email')
  expect(markupOf(signIn(['phone']), guest)).not.toContain('role="tab"')
})

const directory = (
  name: 'modals' | 'alerts' | 'fields-settings' | 'global-components',
  files: object,
): [readonly unknown[], unknown] => [
  apiKey('GET /api/content/{locale}/{directory}', { params: { locale: 'en', directory: name } }),
  files,
]

// Shows: 2.4.1, 2.4.4
test.each([
  [{ email: true, phone: true }, 'both', 2, 'email'],
  [{ email: true, phone: true }, 'phone', 0, 'phone'],
  [{ email: true, phone: true }, 'email', 0, 'email'],
  [{ email: false, phone: true }, 'both', 0, 'phone'],
  [{ email: true, phone: false }, 'phone', 0, 'email'],
])(
  'where %j is on and content shows %s, registration has %i tabs and begins by %s',
  (registration, display, tabs, by) => {
    const shown = markupOf(inDialog(<signUp.View value="true" />), {
      ...guest,
      answers: [
        [apiKey('GET /api/settings/constants'), { player: { registration, socialAuth: [] } }],
        [
          apiKey('GET /api/player/fields/validations', { query: { scenario: 'registration' } }),
          [field('email', 1), field('phone', 2)],
        ],
        [apiKey('GET /api/settings/countries', { query: { locale: 'en' } }), []],
        directory('modals', { 'sign-up': { display } }),
        directory('alerts', {}),
        directory('fields-settings', {}),
        directory('global-components', {}),
      ],
    })
    expect(shown.match(/role="tab"/g)?.length ?? 0).toBe(tabs)
    expect(/<input[^>]*name="(email|phone)"/.exec(shown)?.[1]).toBe(by)
    const button = /<button[^>]*type="submit"[^>]*>(?:<[^>]+>)*([^<]+)/.exec(shown)?.[1]
    expect(button).toBe(by === 'email' ? 'Register' : 'Continue')
  },
)

// Shows: 2.3.1
test.each([
  ['both', 2, 'email'],
  ['email', 0, 'email'],
  ['phone', 0, 'tel'],
])('content that shows sign-in as %s gives it %i tabs, and begins with a field of type %s', (display, tabs, type) => {
  const shown = markupOf(inDialog(<modal.View value="true" />), {
    ...guest,
    answers: [
      ...answers,
      directory('modals', { 'sign-in': { display } }),
      directory('alerts', {}),
      directory('fields-settings', {}),
      [apiKey('GET /api/settings/countries', { query: { locale: 'en' } }), []],
    ],
  })
  expect(shown.match(/role="tab"/g)?.length ?? 0).toBe(tabs)
  expect(/<input[^>]*type="(\w+)"/.exec(shown)?.[1]).toBe(type)
})

// Shows: 1.1.1, 2.3.2, 2.3.3, 2.4.1
test.each([
  ['sign-in', modal],
  ['sign-up', signUp],
] as const)('the dialog %s has its own promotion before the form, and the social ways after it', (key, { View }) => {
  const promo = { title: `Promotion of ${key}`, images: { desktop: '/wide.svg', mobile: '/small.svg' } }
  const shown = markupOf(inDialog(<View value="true" />), {
    ...guest,
    answers: [
      [
        apiKey('GET /api/settings/constants'),
        {
          player: { registration: { email: true, phone: true }, socialAuth: [{ id: 'telegram', name: 'Telegram' }] },
        },
      ],
      [
        apiKey('GET /api/player/fields/validations', { query: { scenario: 'registration' } }),
        [field('email', 1), field('phone', 2)],
      ],
      [apiKey('GET /api/settings/countries', { query: { locale: 'en' } }), []],
      directory('modals', { [key]: { promo } }),
      directory('alerts', {}),
      directory('fields-settings', {}),
      directory('global-components', {
        social: { socialAuth0Connections: [], socialDirectConnections: [{ id: 'telegram' }] },
      }),
    ],
  })
  const order = [promo.title, '<form', 'data-social="telegram"'].map((part) => shown.indexOf(part))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

// Shows: 3.7.1, 5.1.1
test('sign-in requires an e-mail address or a phone, and a password', () => {
  expect(fieldsOf('email')).toEqual([
    { id: 'login', rules: { required: true, email: true } },
    { id: 'password', rules: { required: true } },
  ])
  expect(fieldsOf('phone')).toEqual([
    { id: 'login', rules: { required: true, phone: true } },
    { id: 'password', rules: { required: true } },
  ])
})

// Shows: 2.3.2
test.each(['email', 'phone'] as const)(
  'sign-in by %s has the form, social buttons and a link to registration',
  (loginKind) => {
    const shown = markupOf(signIn([loginKind]), guest)
    expect(shown).toContain('<i>the form</i>')
    expect(shown).toMatch(
      /href="\/api\/player\/sessions\/social\/telegram\/redirect\?[^"]*"[^>]*data-social="telegram"/,
    )
    expect(shown).toMatch(/data-modal="sign-up"/)
  },
)

// Shows: 3.7.1
test.each([
  ['email', 'email', 'username webauthn'],
  ['phone', 'tel', 'username'],
] as const)('the login by %s is one field of that kind beside the password', (loginKind, type, autofill) => {
  const Form = () => <SignInForm loginKind={loginKind} form={useEmptyForm(['login', 'password'], true, {})} />
  const shown = markupOf(<Form />, guest)
  const inputs = (shown.match(/<input[^>]*>/g) ?? []).filter((input) => /name="(login|password)"/.test(input))
  expect(inputs).toHaveLength(2)
  expect(inputs[0]).toMatch(/name="login"/)
  expect(inputs[0]).toMatch(new RegExp(`(type|inputMode)="${type}"`, 'i'))
  expect(inputs[0]).toMatch(new RegExp(`autocomplete="${autofill}"`, 'i'))
  expect(inputs[1]).toMatch(/name="password"/)
  expect(inputs[1]).toMatch(/type="password"/)
  expect(inputs[1]).toMatch(/autocomplete="current-password"/i)
  expect(/aria-label="[^"]*calling code/i.test(shown)).toBe(loginKind === 'phone')
})

// Shows: 2.3.2
test('the sign-in form has a link for a forgotten password', () => {
  const Form = () => <SignInForm loginKind="email" form={useEmptyForm(['login', 'password'], true, {})} />
  expect(markupOf(<Form />, guest)).toMatch(/<a[^>]*href="\/\?forgot-pass=true"[^>]*>Forgot password/)
})

// Shows: 8.1.1
test('a blocked account shows the alert from content and a message in the form', () => {
  vi.useFakeTimers()
  const alerts = contentOf('alerts/profile') as SignContent['alerts']
  expect(showBlocked({ ...content, alerts })).toBe('This account is blocked')
  const shown = current().find(({ title }) => title === 'This account is blocked')
  expect(shown).toMatchObject({ type: alerts.accountBlocked!.type, description: alerts.accountBlocked!.description })
  dismissToast(shown!.id)
  vi.runAllTimers()
  vi.useRealTimers()
})

// Shows: 2.4.5
test('a registration by phone continues with the code and a button back to the form', () => {
  const sent = { resendAfterSeconds: 60, hasLetters: false }
  const step = { name: 'code', phone: '4915123456789', sent, body: {} } as Step
  const shown = textOf(<Registration fields={[field('phone', 1)]} step={step} />, guest)
  expect(shown).toContain('+4915123456789')
  expect(shown).toMatch(/Back$/)
  expect(shown).not.toContain('Sign in')
})

// Shows: 2.4.1
test('registration has tabs only if both methods are offered', () => {
  const tabs = (loginKinds: Array<'email' | 'phone'>) =>
    markupOf(
      <LoginKindTabs loginKinds={loginKinds} loginKind={loginKinds[0]!} onLoginKind={nothing} label="by">
        <i>the form</i>
      </LoginKindTabs>,
      guest,
    ).match(/role="tab"/g)?.length ?? 0
  expect([tabs(['email', 'phone']), tabs(['phone']), tabs(['email'])]).toEqual([2, 0, 0])
})

// Shows: 2.4.2, 2.4.3, 2.4.4, 5.7.2
test('registration has inputs, promo code toggle, checkboxes, button and link to the sign-in in this order', () => {
  const fields = [
    field('agreements', 1, { required: true }),
    field('email', 2, { required: true }),
    field('bonusCode', 3),
    field('receiveEmailPromo', 4),
  ]
  const shown = markupOf(<Registration fields={fields} />, guest)
  const order = [
    'name="email"',
    'Referral/Promo Code (Optional)',
    'name="agreements"',
    'name="receiveEmailPromo"',
    'type="submit"',
    'data-modal="sign-in"',
  ].map((part) => shown.indexOf(part))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(shown).not.toContain('name="bonusCode"')
  // A code that was entered before the step of the phone's code is shown again.
  const again = markupOf(<Registration fields={fields} entered={{ bonusCode: 'TEN' }} />, guest)
  expect([again.includes('name="bonusCode"'), again.includes('Referral/Promo Code')]).toEqual([true, false])
  const inModal = markupOf(<Registration fields={fields} />, { ...guest, search: '?page=2&sign-up=true' })
  expect(/<a[^>]*data-modal="sign-in"[^>]*>/.exec(inModal)![0]).toContain('data-search="?page=2&amp;sign-in=true"')
  // Every required field has one asterisk.
  expect(shown.match(/\*/g)).toHaveLength(2)
})

// Shows: 5.1.2
test('the register button is disabled while the form cannot be sent', () => {
  const button = (canSubmit: boolean) =>
    /<button[^>]*type="submit"[^>]*>/.exec(markupOf(<Registration fields={[]} canSubmit={canSubmit} />, guest))![0]
  expect(button(false)).toContain('disabled')
  expect(button(true)).not.toContain('disabled')
})

// Shows: 2.3.3
test('the promo panel has titles, a picture for phones and one for wide screens, and optional advantages', () => {
  const promo = {
    title: 'First',
    secondTitle: 'Second',
    additionalTitle: 'Third',
    images: { desktop: '/wide.svg', mobile: '/small.svg' },
    advantages: [{ icon: 'shield' as const, label: 'Safe' }],
  }
  const full = markupOf(<PromoPanel promo={promo} />)
  expect(full).toMatch(/<source media="\(min-width: 768px\)" srcSet="\/wide\.svg"\/>/)
  expect(full).toMatch(/<img[^>]*src="\/small\.svg"/)
  expect(textOf(<PromoPanel promo={promo} />)).toBe('First Second Safe Third')
  expect(full.match(/<li>/g)).toHaveLength(1)
  expect(full).toMatch(/<li><svg[^]*?#shield[^]*?<\/svg>Safe<\/li>/)
  const none = markupOf(<PromoPanel promo={{ ...promo, advantages: [] }} />)
  expect([none.includes('<ul'), none.includes('<svg')]).toEqual([false, false])
  expect(textOf(<PromoPanel promo={{ title: 'First', images: promo.images }} />)).toBe('First')
  const abroad = { init: { config: { minimumAge: 21 } } }
  expect(textOf(<PromoPanel promo={{ ...promo, additionalTitle: '{age}+. Play.' }} />, abroad)).toContain('21+. Play.')
})

function nothing(): void {}
