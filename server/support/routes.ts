/** Chat endpoints and the verbs behind them. */
import * as contract from '#contract/chat.ts'
import { bind } from '../kernel/http/bind.ts'
import { downloadAttachment } from './download-attachment.ts'
import { noteTyping } from './note-typing.ts'
import { readChat } from './read-chat.ts'
import { readWidget } from './read-widget.ts'
import { readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'
import { startGuestChat } from './start-guest-chat.ts'
import { takeOver } from './take-over.ts'
import { uploadAttachment } from './upload-attachment.ts'

export const routes = [
  bind(contract.readChatWidget, readWidget),
  bind(contract.startGuestChat, startGuestChat),
  bind(contract.readChat, readChat),
  bind(contract.sendChatMessage, sendMessage),
  bind(contract.readChatMessages, readMessages),
  bind(contract.noteChatTyping, noteTyping),
  bind(contract.takeOverGuestChat, takeOver),
  bind(contract.uploadChatAttachment, uploadAttachment),
  bind(contract.downloadChatAttachment, downloadAttachment),
]
