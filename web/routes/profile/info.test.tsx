import { expect, test, vi } from 'vitest'
import type { FieldDescriptor, Profile } from '#contract/identity.ts'
import { contentOf, directoryOf, labelsOf } from '#tests/setup/content.ts'
import { type Answering, hooks, type ShownView, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import type { FormTexts } from '../../forms/use-form-texts.ts'
import { useNavigator } from '../../render/router.tsx'
import { AccountCard } from './info/account-card.tsx'
import { NameCard } from './info/name-card.tsx'
import { ProfileForm } from './info/profile-form.tsx'
import { useUnsavedGuard } from './info/use-unsaved-guard.ts'

const run = hooks()
const show = views()
const words = labelsOf('profile')
const alertOf = (file: string, name: string) => (contentOf(`alerts/${file}`)[name] as { title: string }).title
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const key = apiKey('GET /api/player/profile')
const profile = (part: Partial<Profile> = {}) =>
  ({
    id: 'abcdef12-0000-4000-8000-000000000001',
    country: 'DE',
    email: 'kim@example.com',
    isEmailConfirmed: true,
    phone: '4915112345678',
    isPhoneConfirmed: true,
    nickname: 'Kim',
    showsNickname: false,
    publicName: 'K***',
    city: 'Bonn',
    ...part,
  }) as unknown as Profile
const refuse =
  (status: number, error: object): Answering =>
  ({ route }) =>
    route.startsWith('GET') ? { body: [] } : { status, body: { error } }

// Shows: 2.5.4, 3.10.1
test('the account shows the short id, the country and what is confirmed', async () => {
  const page = await show(<AccountCard profile={profile({ isPhoneConfirmed: false })} />)
  for (const part of ['ABCDEF12', 'Germany', 'kim@example.com', '+4915112345678']) expect(page.text).toContain(part)
  expect([page.has(words.sendAgain!), page.has(words.confirm!)]).toEqual([false, true])
  const other = await show(<AccountCard profile={profile({ isEmailConfirmed: false, phone: null })} />)
  expect([other.has(words.sendAgain!), other.has(words.confirm!), other.has(words.add!)]).toEqual([true, false, true])
  await other.press(words.sendAgain!)
  expect(written(other).map(({ route }) => route)).toEqual(['POST /api/player/profile/confirmations/email/resend'])
})

// Shows: 7.3.4
test('another address is saved, and the alert names it', async () => {
  const saved = profile({ email: 'new@example.com' })
  const page = await show(<AccountCard profile={profile({ phone: null })} />, {
    answers: [[key, profile()]],
    answer: () => ({ body: saved }),
  })
  await page.press(words.change!)
  expect(page.find(words.saveEmail!).disabled).toBe(true)
  await page.enter(words.newEmail!, ' ')
  expect(page.find(words.saveEmail!).disabled).toBe(true)
  await page.enter(words.newEmail!, 'new@example.com')
  await page.press(words.saveEmail!)
  expect(written(page)).toEqual([{ route: 'PUT /api/player/profile', body: { email: 'new@example.com' } }])
  expect(page.alerts[0]).toContain('new@example.com')
  expect(page.client.getQueryData(key)).toMatchObject({ email: 'new@example.com' })
  expect(page.has(words.saveEmail!)).toBe(false)
})

// Shows: 7.3.4, 4.1.3
test.each([
  [{ fields: { email: ['Taken'] } }, 'Taken'],
  [{ name: 'other' }, words.saveFailed!],
])('an address that is refused with %j says so until it changes', async (error, text) => {
  const page = await show(<AccountCard profile={profile({ phone: null })} />, { answer: refuse(422, error) })
  await page.press(words.change!)
  await page.enter(words.newEmail!, 'new@example.com')
  await page.press(words.saveEmail!)
  expect(page.text).toContain(text)
  expect(page.find(words.saveEmail!).disabled).toBe(true)
  await page.enter(words.newEmail!, 'newer@example.com')
  expect(page.text).not.toContain(text)
  await page.press(words.cancel!)
  expect(page.has(words.change!)).toBe(true)
})

// Shows: 2.6.4, 7.3.1
test('a phone that is not confirmed gets a code at once, and once alone', async () => {
  const answer: Answering = ({ route }) =>
    route.endsWith('/send') ? { body: { resendAfterSeconds: 60 } } : { status: 422, body: { error: {} } }
  const page = await show(<AccountCard profile={profile({ isPhoneConfirmed: false })} />, { answer })
  await page.press(words.confirm!)
  await page.pass(1)
  expect(written(page)).toEqual([
    { route: 'POST /api/player/otp/send', body: { phone: '4915112345678', reason: 'confirmation' } },
  ])
  await page.pass(1000)
  expect(written(page)).toHaveLength(1)
})

// Shows: 7.3.1
test('the code for a phone is verified with its number and the reason for which it was sent', async () => {
  const page = await show(<AccountCard profile={profile({ isPhoneConfirmed: false })} />, {
    answer: ({ route }) => (route.endsWith('/send') ? { body: { resendAfterSeconds: 60, hasLetters: false } } : {}),
  })
  await page.press(words.confirm!)
  await page.pass(1)
  await page.enter('6-digit code', '123456')
  await page.pass(1)
  const phone = { phone: '4915112345678', reason: 'confirmation' }
  expect(written(page)).toEqual([
    { route: 'POST /api/player/otp/send', body: phone },
    { route: 'POST /api/player/otp/verify', body: { ...phone, code: '123456' } },
  ])
  expect(page.alerts).toEqual([alertOf('profile', 'profileSaved')])
})

// Shows: 7.3.1, 8.2.1
test('the code for a phone is refused in the words of the server', async () => {
  const page = await show(<AccountCard profile={profile({ isPhoneConfirmed: false })} />, {
    answer: refuse(422, { message: 'Not this phone' }),
  })
  await page.press(words.confirm!)
  expect(page.text).toContain('Not this phone')
  await page.press(words.cancel!)
  expect(page.has(words.confirm!)).toBe(true)
})

// Shows: 11.11
test('the nickname is shown to others by consent, which is saved at once', async () => {
  const page = await show(<NameCard profile={profile()} />, {
    answers: [[key, profile()]],
    answer: () => ({ body: profile({ showsNickname: true }) }),
  })
  const label = words.showNickname!.replace('{nickname}', 'Kim')
  expect(page.find(label).checked).toBe(false)
  await page.press(label)
  expect(written(page)).toEqual([{ route: 'PUT /api/player/profile', body: { showsNickname: true } }])
  expect(page.client.getQueryData(key)).toMatchObject({ showsNickname: true })
  const failed = await show(<NameCard profile={profile()} />, { answer: () => ({ status: 500 }) })
  await failed.press(label)
  expect(failed.alerts).toEqual([alertOf('common', 'somethingWrong')])
  expect((await show(<NameCard profile={profile({ nickname: null })} />)).text).toBe('')
})

const field = (id: string): FieldDescriptor => ({
  id,
  name: id,
  description: '',
  editable: true,
  isRequired: false,
  isVisible: true,
  position: 1,
  value: null,
  rules: {},
})
const texts = directoryOf('fields-settings') as unknown as FormTexts
const form = <ProfileForm profile={profile()} fields={[field('city')]} texts={texts} />

// Shows: 7.3.4, 5.7.1
test('the profile is saved with what changed, and is then unchanged', async () => {
  const page = await show(form, {
    answers: [[key, profile()]],
    answer: () => ({ body: profile({ city: 'Köln' } as Partial<Profile>) }),
  })
  expect(page.text).not.toContain(words.unsaved)
  await page.enter('City', 'Köln')
  expect(page.text).toContain(words.unsaved)
  await page.press(words.save!)
  expect(written(page)).toEqual([{ route: 'PUT /api/player/profile', body: { city: 'Köln' } }])
  expect(page.alerts).toEqual([alertOf('profile', 'profileSaved')])
  expect(page.text).not.toContain(words.unsaved)
  expect(page.client.getQueryData(key)).toMatchObject({ city: 'Köln' })
})

// Shows: 7.3.4
test.each([
  [500, words.saveFailed!],
  [409, 'Why'],
])('a profile that is not saved because of %i keeps the entry, which can be discarded', async (status, text) => {
  const page = await show(form, { answer: refuse(status, { message: 'Why' }) })
  await page.enter('City', 'Köln')
  await page.press(words.save!)
  expect(page.text).toContain(text)
  expect(page.find('City').value).toBe('Köln')
  await page.press(words.discard!)
  expect(page.find('City').value).toBe('Bonn')
})

test('unsaved entries are asked about before they are lost, but not after a sign-out', async () => {
  const ask = vi.fn(() => false)
  const guarded = (isDirty: boolean) =>
    run(() => {
      useUnsavedGuard(isDirty, 'Leave?')
      return useNavigator()
    })
  const closing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const clean = await guarded(false)
  vi.stubGlobal('confirm', ask)
  const leave = vi.spyOn(clean.current, 'askBeforeLeaving')
  expect([closing(), leave.mock.calls.length]).toEqual([false, 0])
  const asked: Array<() => boolean> = []
  const dirty = await run(() => {
    const navigator = useNavigator()
    navigator.askBeforeLeaving = (mayLeave) => (asked.push(mayLeave), () => asked.pop())
    useUnsavedGuard(true, 'Leave?')
    return navigator
  })
  vi.stubGlobal('confirm', ask)
  expect([closing(), asked.at(-1)!()]).toEqual([true, false])
  expect(ask).toHaveBeenCalledExactlyOnceWith('Leave?')
  await dirty.perform((navigator) => navigator.changeVisitor({ isSignedIn: false }))
  expect(asked.at(-1)!()).toBe(true)
  await dirty.close()
  expect([closing(), asked.length]).toEqual([false, 0])
})
