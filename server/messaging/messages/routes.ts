import * as contract from '#contract/messages.ts'
import { bind } from '../../kernel/http/bind.ts'
import { deleteMessages } from './delete-messages.ts'
import { listMessages } from './list-messages.ts'
import { readAllMessages, readMessages } from './read-messages.ts'
import { sendCommunication } from './send-communication.ts'

export const routes = [
  bind(contract.listMessages, listMessages),
  bind(contract.readMessages, readMessages),
  bind(contract.deleteMessages, deleteMessages),
  bind(contract.readAllMessages, readAllMessages),
  bind(contract.sendCommunication, sendCommunication),
]
