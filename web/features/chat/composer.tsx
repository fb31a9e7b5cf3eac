/** The form for a message with text and attachments. The store keeps the draft until it is sent. */
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { chatLimits } from '#contract/fields/chat-limits.ts'
import { documentAccept } from '#contract/fields/document-limits.ts'
import { ApiError } from '../../api/client.ts'
import { IconButton } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import type { Draft } from './chat-store.ts'
import styles from './chat.module.css'

type ComposerProps = {
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  onSend: (draft: Draft) => void
  /** Null for guests, who cannot attach files. */
  onAttach: ((file: File) => Promise<void>) | null
}

export function Composer({ draft, onDraft, onSend, onAttach }: ComposerProps) {
  const t = useLabels('chat')
  const id = useId()
  const files = useUpload(onAttach)
  const text = draft.text.trim()
  const tooMany = [...text].length - chatLimits.maxLetters
  const canSend = tooMany <= 0 && files.uploading === null && (text !== '' || draft.attachments.length > 0)
  const isFull = files.uploading !== null || draft.attachments.length >= chatLimits.maxAttachments
  const remove = (removed: string) => onDraft({ attachments: draft.attachments.filter((file) => file.id !== removed) })
  const send = () => canSend && onSend({ ...draft, text })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  // Enter sends, Shift+Enter breaks the line, and Enter in an input method only ends the composition.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const note = tooMany > 0 ? t('tooLong', { count: tooMany }) : files.fault
  return (
    <form className={styles.composer} onSubmit={submit}>
      {(draft.attachments.length > 0 || files.uploading) && (
        <ul className={styles.files}>
          {draft.attachments.map((file) => (
            <li key={file.id}>
              <bdi>{file.name}</bdi>
              <IconButton
                size="s"
                icon="close"
                label={t('remove', { name: file.name })}
                onClick={() => remove(file.id)}
              />
            </li>
          ))}
          {files.uploading && <li role="status">{t('attaching', { name: files.uploading })}</li>}
        </ul>
      )}
      <p id={`${id}-note`} className={styles.fault} aria-live="polite">
        {note}
      </p>
      <div className={styles.entry}>
        {onAttach && <AttachButton onFile={(file) => void files.add(file)} isFull={isFull} />}
        <textarea
          value={draft.text}
          rows={1}
          dir="auto"
          aria-label={t('message')}
          placeholder={t('message')}
          aria-invalid={tooMany > 0 || undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          enterKeyHint="send"
          onChange={(event) => onDraft({ text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <IconButton type="submit" icon="arrow-up" label={t('send')} className={styles.send} disabled={!canSend} />
      </div>
    </form>
  )
}

function AttachButton({ onFile, isFull }: { onFile: (file: File) => void; isFull: boolean }) {
  const t = useLabels('chat')
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) onFile(file)
    // Allows choosing the same file again.
    event.target.value = ''
  }
  return (
    <>
      <IconButton icon="plus" label={t('attach')} disabled={isFull} onClick={() => input.current?.click()} />
      <input ref={input} type="file" hidden accept={documentAccept} aria-label={t('attach')} onChange={choose} />
    </>
  )
}

function useUpload(onAttach: ComposerProps['onAttach']) {
  const [uploading, setUploading] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  return {
    uploading,
    fault,
    async add(file: File) {
      if (!onAttach) return
      setUploading(file.name)
      setFault(null)
      try {
        await onAttach(file)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setFault(Object.values(error.fields)[0]?.[0] ?? error.message)
      } finally {
        setUploading(null)
      }
    },
  }
}
