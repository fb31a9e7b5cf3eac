/** The panel of the built-in chat: docked next to the page if there is room, otherwise a dialog. */
import { useEffect, useSyncExternalStore } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { saveFile } from '../verification/save-document.ts'
import type { ChatStore } from './chat-store.ts'
import { chatTitleId, ChatView, Welcome } from './chat-view.tsx'
import { Composer } from './composer.tsx'
import { isDockable, onDockableChange } from './dock.ts'

type ChatPanelProps = { store: ChatStore; onClose: () => void }

export function ChatPanel({ store, onClose }: ChatPanelProps) {
  const t = useLabels('chat')
  const locale = useLocale()
  const { isSignedIn } = useVisitor()
  const snapshot = useSyncExternalStore(store.subscribe, store.current, store.current)
  const isDocked = useSyncExternalStore(onDockableChange, isDockable, isDockable)
  const { data: topics = [] } = useApi('GET /api/content/{locale}/questions', { params: { locale } })
  const directory = 'global-components'
  const { data: content } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory } })
  const { messages, phase, draft } = snapshot
  const last = messages.at(-1)?.number
  const unread = snapshot.state?.unread
  // Messages are marked as read while the panel is visible, which it is not in a hidden tab.
  useEffect(() => {
    const read = () => document.visibilityState === 'visible' && void store.markRead()
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [store, last, unread, phase])
  // On a phone the title keeps the focus, because focusing the input opens a keyboard over the messages.
  useEffect(() => {
    focusIn('h2')
  }, [])
  useEffect(() => {
    if (phase === 'ready' && isDocked && document.activeElement?.id === chatTitleId) focusIn('textarea')
  }, [phase, isDocked])
  return (
    <ChatView
      snapshot={snapshot}
      isGuest={!isSignedIn}
      isDialog={!isDocked}
      actions={{
        close: onClose,
        reload: () => void store.refresh(),
        loadEarlier: () => void store.loadEarlier(),
        retry: (id) => store.retry(id),
        discard: (id) => store.discard(id),
        download: ({ id, name }) =>
          void saveFile(`/api/support/chat/attachments/${id}/file`, name).catch(() =>
            showToast({ type: 'error', title: t('fileFailed') }),
          ),
      }}
      welcome={<Welcome topics={topics} support={content?.support ?? {}} />}
      composer={
        <Composer
          draft={draft}
          onDraft={(change) => {
            store.changeDraft(change)
            if (change.text && isSignedIn) store.noteTyping()
          }}
          onSend={(finished) => store.send(finished)}
          onAttach={isSignedIn ? (file) => store.attach(file) : null}
        />
      }
    />
  )
}

function focusIn(selector: string): void {
  document.querySelector<HTMLElement>(`#chat ${selector}`)?.focus()
}
