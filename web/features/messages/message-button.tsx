/** The button of a message, which opens a page or modal or makes a call. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { api, ApiError } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { readQuestsAgain } from '../quests/store.ts'
import { Button, ButtonLink, buttonClass } from '../../design/button/button.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { ModalLink, useModal } from '../../modals/use-modal.tsx'

type MessageLink = NonNullable<Message['content']['link']>
type Call = Extract<MessageLink['target'], { kind: 'call' }>

export function MessageButton({ message }: { message: Message }) {
  const { link } = message.content
  const client = useQueryClient()
  if (!link) return null
  // Following the link marks the message as read.
  const read = () => {
    if (message.readAt !== null) return
    void api('POST /api/notification/messenger/messages/read', { body: { messageIds: [message.id] } })
      .then(() => invalidate(client, 'GET /api/notification/messenger/messages'))
      .catch(() => undefined)
  }
  const { label, target } = link
  if (target.kind === 'page')
    return (
      <ButtonLink to={target.path} size="s" onClick={read}>
        {label}
      </ButtonLink>
    )
  if (target.kind === 'modal')
    return (
      <ModalLink
        modal={target.modal}
        value={target.value}
        className={buttonClass}
        data-tone="quiet"
        data-size="s"
        onClick={read}
      >
        {label}
      </ModalLink>
    )
  return <CallButton label={label} target={target} onDone={read} />
}

function CallButton({ label, target, onDone }: { label: string; target: Call; onDone: () => void }) {
  const client = useQueryClient()
  const { open } = useModal()
  const [isBusy, setBusy] = useState(false)
  const call = async () => {
    setBusy(true)
    try {
      const questId = await makeCall(target)
      onDone()
      open('quest-tasks', questId)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ type: 'error', title: error.message })
    } finally {
      setBusy(false)
      void readQuestsAgain(client)
    }
  }
  return (
    <Button size="s" isBusy={isBusy} onClick={() => void call()}>
      {label}
    </Button>
  )
}

/** Makes the call and returns the id of its quest. */
async function makeCall({ call, id }: Call): Promise<string> {
  const params = { id }
  if (call === 'activate-quest') return (await api('PUT /api/retention/quests/{id}/activate', { params })).id
  return (await api('PUT /api/retention/player-quests/{id}/claim', { params })).questId
}
