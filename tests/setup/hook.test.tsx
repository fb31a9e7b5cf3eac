/** The standing checks of shown pages find what they are for. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { api } from '#web/api/client.ts'
import { views } from './hook.tsx'

const show = views()
const send = () => api('POST /api/notification/messenger/messages/read/all').catch(() => undefined)

test('a button that can be pressed again while its call runs fails the test', async () => {
  const page = await show(<button onClick={() => void send()}>Send</button>)
  await expect(page.press('Send')).rejects.toThrow('"Send" can be pressed again while its call runs')
})

function Sending({ isEnding }: { isEnding: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await send()
    if (isEnding) setBusy(false)
  }
  return (
    <button disabled={isBusy} aria-busy={isBusy || undefined} onClick={() => void press()}>
      Send
    </button>
  )
}

test('a button that stays busy after a failed call fails the test', async () => {
  const answer = () => ({ status: 500 })
  await (await show(<Sending isEnding />, { answer })).press('Send')
  const page = await show(<Sending isEnding={false} />, { answer })
  await expect(page.press('Send')).rejects.toThrow('"Send" stays busy after its call failed')
})

test('a form that the browser would send itself fails the test', async () => {
  const page = await show(
    <form>
      <button type="submit">Send</button>
    </form>,
  )
  await expect(page.press('Send')).rejects.toThrow('the browser would send the form')
})
