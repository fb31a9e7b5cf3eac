/** Where the widget of an outside chat provider comes from; null for the built-in chat. */
import type * as contract from '#contract/chat.ts'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type { Ctx } from '../deps.ts'

export async function readWidget({ settings }: Ctx): Promise<Ok<ReplyOf<typeof contract.readChatWidget>>> {
  const { widget } = settings.chat
  return ok({ widget: widget && { scriptUrl: widget.scriptUrl, host: widget.host, token: widget.token } })
}
