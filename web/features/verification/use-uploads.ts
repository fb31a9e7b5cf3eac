/** The upload queue: one file at a time, each with progress and result. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { documentLimits, isDocumentType } from '#contract/fields/document-limits.ts'
import { fillMessage } from '#contract/fields/messages.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../../api/client.ts'
import { writeApi } from '../../api/use-api.ts'
import { useContent } from '../../api/use-content.ts'
import { useLabels } from '../../render/labels.tsx'
import { useAlert } from '../alerts/raise-alert.ts'
import { sendFile } from './send-file.ts'

export type Upload = {
  key: number
  file: File
  type: string
  state: 'waiting' | 'sending' | 'failed'
  part: number
  error: string | null
}
export type Uploads = {
  list: Upload[]
  add: (files: Iterable<File>, type: string) => void
  again: (key: number) => void
  remove: (key: number) => void
}

const documents = 'GET /api/player/documents'

export function useUploads(): Uploads {
  const [list, setList] = useState<Upload[]>([])
  const running = useRef<{ key: number; stop: AbortController } | null>(null)
  const lastKey = useRef(0)
  const fault = useFault()
  const send = useSend()
  const change = (key: number, changes: Partial<Upload>) =>
    setList((current) => current.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))

  useEffect(() => {
    const next = list.find(({ state }) => state === 'waiting')
    if (!next || running.current) return
    const stop = new AbortController()
    running.current = { key: next.key, stop }
    change(next.key, { state: 'sending', part: 0, error: null })
    void send(next, (part) => change(next.key, { part }), stop.signal)
      .then(
        () => setList((current) => current.filter(({ key }) => key !== next.key)),
        (error: ApiError) => change(next.key, { state: 'failed', error: fault.ofAnswer(error) }),
      )
      .finally(() => {
        running.current = null
        // A new list renders again, and the effect starts the next upload.
        setList((current) => [...current])
      })
  })
  useEffect(() => () => running.current?.stop.abort(), [])

  return {
    list,
    add: (files, type) =>
      setList((current) => [
        ...current,
        ...Array.from(files, (file): Upload => {
          const error = fault.ofFile(file)
          return { key: ++lastKey.current, file, type, state: error ? 'failed' : 'waiting', part: 0, error }
        }),
      ]),
    again: (key) => change(key, { state: 'waiting', error: null }),
    remove: (key) => {
      if (running.current?.key === key) running.current.stop.abort()
      setList((current) => current.filter((upload) => upload.key !== key))
    },
  }
}

function useSend() {
  const client = useQueryClient()
  const alert = useAlert()
  return async ({ file, type }: Upload, onProgress: (part: number) => void, signal: AbortSignal): Promise<void> => {
    const sent = await sendFile({ file, type, onProgress, signal })
    writeApi(client, documents, undefined, (current) => [sent, ...current.filter(({ id }) => id !== sent.id)])
    void alert('verification', 'documentUploaded')
  }
}

/** Upload errors before and after sending, with texts from content. */
function useFault(): { ofFile: (file: File) => string | null; ofAnswer: (error: ApiError) => string } {
  const t = useLabels('documents')
  const texts = useContent<Record<string, string>>('fields-settings', 'documents')
  const textOf = (fault: string) =>
    fillMessage(texts[fault] ?? fault, { megabytes: documentLimits.maxBytes / 1024 / 1024 })
  return {
    ofFile(file) {
      if (!isDocumentType(file.type)) return textOf('fileType')
      return file.size > documentLimits.maxBytes ? textOf('fileTooLarge') : null
    },
    ofAnswer: (error) =>
      Object.values(error.fields ?? {})[0]?.[0] ??
      (error.status === HttpStatus.noAnswer ? t('unreachable') : error.message),
  }
}
