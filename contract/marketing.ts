/** Unsubscribing from marketing by mail and text message. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/notification/unsubscribe',
  access: 'public',
  summary: 'Withdraw the consent to marketing by mail or text message, with the code of the link in such a message',
  body: z.object({ token: z.string().max(200) }),
  refusals: { linkInvalid: { status: 422, description: 'the link is incomplete or was not issued here' } },
})
