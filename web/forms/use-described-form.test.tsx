import { expect, test, vi } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { ApiError } from '../api/client.ts'
import { useDescribedForm } from './use-described-form.ts'

const run = hooks()
const fields = [
  { id: 'password', rules: { required: true, min: 6 } },
  { id: 'password_confirmation', rules: { required: true, sameAs: 'password' } },
]
const texts = { messages: {}, fields: {} }
const defaults = { password: '', password_confirmation: '' }

/** A form that is sent by `send`, filled in so that it could be. */
async function filled(send: () => Promise<void>) {
  const page = await run(() => {
    const described = useDescribedForm({ fields, texts, defaults, send, explain: ({ message }) => message })
    for (const { id } of fields) described.form.register(id)
    return described
  })
  await page.perform(({ form }) => {
    form.setValue('password', 'a quiet harbour')
    form.setValue('password_confirmation', 'a quiet harbour')
  })
  const submit = async () => {
    await page.perform(({ submit: press }) => press())
    await page.pass(1)
  }
  return { page, submit }
}

// Shows: 5.1.2
test('a form cannot be sent while it is invalid or busy, and a second press sends nothing', async () => {
  let sent = 0
  let answer = () => {}
  const { page, submit } = await filled(() => (sent++, new Promise((resolve) => (answer = resolve))))
  expect([page.current.canSubmit, page.current.isBusy]).toEqual([true, false])
  await submit()
  await submit()
  expect([sent, page.current.canSubmit, page.current.isBusy]).toEqual([1, false, true])
  await page.perform(() => answer())
  await page.pass(1)
  expect([page.current.canSubmit, page.current.isBusy]).toEqual([true, false])
  await page.perform(({ form }) => form.setValue('password_confirmation', 'another'))
  expect([page.current.canSubmit, page.current.missing]).toEqual([false, ['password_confirmation']])
  await submit()
  expect(sent).toBe(1)
})

// Shows: 5.3.1, 5.3.2
test('another password clears the confirmation, another field does not', async () => {
  const { page } = await filled(async () => {})
  await page.perform(({ onChange }) => onChange('password_confirmation'))
  expect(page.current.form.getValues('password_confirmation')).toBe('a quiet harbour')
  await page.perform(({ form }) => form.setError('password_confirmation', { message: 'Not alike' }))
  await page.perform(({ onChange }) => onChange('password'))
  expect(page.current.form.getValues()).toEqual({ password: 'a quiet harbour', password_confirmation: '' })
  expect(page.current.form.formState.errors).toEqual({})
  expect(page.current.canSubmit).toBe(false)
})

// Shows: 4.1.3, 5.7.7
test('an error of the server goes with the focus of its field, and until then nothing can be sent', async () => {
  const { page, submit } = await filled(() =>
    Promise.reject(new ApiError(422, { name: 'fieldsInvalid', fields: { password: ['Too common'] } })),
  )
  await submit()
  const error = () => page.current.form.formState.errors.password?.message
  expect([error(), page.current.canSubmit]).toEqual(['Too common', false])
  // The form moves the focus there itself, which leaves the error.
  await page.perform(({ onFocus }) => onFocus('password'))
  expect(error()).toBe('Too common')
  await page.perform(({ onFocus }) => onFocus('password_confirmation'))
  expect(error()).toBe('Too common')
  await page.perform(({ onFocus }) => onFocus('password'))
  expect([error(), page.current.canSubmit]).toEqual([undefined, true])
})

// Shows: 4.1.3, 5.7.7
test('an error that belongs to no field stays until an input has the focus; after an outage sending can be repeated', async () => {
  let status = 409
  const { page, submit } = await filled(() => Promise.reject(new ApiError(status, { name: 'taken', message: 'Taken' })))
  await submit()
  expect([page.current.formError, page.current.canSubmit]).toEqual(['Taken', false])
  await page.perform(({ onFocus }) => onFocus('password'))
  expect([page.current.formError, page.current.canSubmit]).toEqual([null, true])
  status = 500
  await submit()
  expect([page.current.formError, page.current.canSubmit]).toEqual(['Taken', true])
})

// Shows: 5.1.2
test.each([
  ['where there is a pointer', true, undefined, false, ['password']],
  ['not on a phone, whose keyboard would open', false, undefined, false, []],
  ['not while a tab has the focus', true, { role: 'tab' }, false, []],
  ['not on a page of text', true, undefined, true, []],
])('the first field gets the focus %s', async (_, matches, activeElement, skipsFirstFocus, focused) => {
  const found: string[] = []
  await run(() => {
    vi.stubGlobal('matchMedia', () => ({ matches }))
    Object.assign(document, { activeElement })
    const hidden = { id: 'hidden', rules: {}, isVisible: false }
    const described = useDescribedForm({
      fields: [hidden, ...fields],
      texts,
      defaults,
      send: async () => {},
      explain: ({ message }) => message,
      skipsFirstFocus,
    })
    described.form.setFocus = (id) => void found.push(id)
    return described
  })
  expect([...new Set(found)]).toEqual(focused)
})
