/** One uploaded document: type, status, download and delete. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PlayerDocument } from '#contract/verification.ts'
import { type ApiError, api } from '../../../api/client.ts'
import { invalidate, writeApi } from '../../../api/use-api.ts'
import { Badge, type BadgeTone } from '../../../design/badge/badge.tsx'
import { Button, IconButton } from '../../../design/button/button.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { When } from '../../../design/when/when.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { saveDocument } from '../../../features/verification/save-document.ts'
import { numberFormat } from '../../../render/formats.ts'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import styles from './documents.module.css'

const tones: Record<number, BadgeTone> = { 1: 'info', 2: 'success', 3: 'warning' }
const approved = 2
const documents = 'GET /api/player/documents'

export function DocumentRow({ document }: { document: PlayerDocument }) {
  const t = useLabels('documents')
  const locale = useLocale()
  const { name, type, size, status, comment, createdAt } = document
  const [isAsking, setAsking] = useState(false)
  const row = useFocusKept(isAsking)
  const { isBusy, download, remove } = useActions(document)
  return (
    <li ref={row} className={styles.row} data-asking={isAsking || undefined}>
      <span className={styles.sheet}>
        <Icon name="document" />
      </span>
      <div className={styles.what}>
        <strong dir="auto">{name}</strong>
        <p>
          {t(`type_${type}`)} ·&nbsp;<bdi>{sizeText(size, locale)}</bdi> ·&nbsp;
          <When at={createdAt} form="short" />
        </p>
        {comment && (
          <p className={styles.fault} dir="auto">
            {comment}
          </p>
        )}
      </div>
      <div className={styles.badge}>
        <Badge tone={tones[status] ?? 'neutral'}>{t(`status_${status}`)}</Badge>
      </div>
      {isAsking ? (
        <div className={styles.ask} role="group" aria-label={t('deleteQuestion')}>
          <span>{t('deleteQuestion')}</span>
          <Button size="s" tone="danger" isBusy={isBusy} onClick={() => void remove()}>
            {t('deleteYes')}
          </Button>
          <Button size="s" onClick={() => setAsking(false)}>
            {t('deleteNo')}
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          <IconButton icon="download" label={t('download', { name })} onClick={() => void download()} />
          {status !== approved && (
            <IconButton icon="trash" label={t('delete', { name })} data-delete="" onClick={() => setAsking(true)} />
          )}
        </div>
      )}
    </li>
  )
}

/** Moves the focus to the confirmation when it opens, and back to the button afterwards. */
function useFocusKept(isAsking: boolean) {
  const row = useRef<HTMLLIElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking !== wasAsking.current)
      row.current?.querySelector<HTMLElement>(isAsking ? '[role=group] button' : '[data-delete]')?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  return row
}

function useActions(document: PlayerDocument) {
  const client = useQueryClient()
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    download: () => saveDocument(document).catch(() => void alert('common', 'somethingWrong')),
    async remove() {
      setBusy(true)
      const fault = await api('DELETE /api/player/documents/{id}', { params: { id: document.id } }).then(
        () => null,
        (error: ApiError) => error.name,
      )
      setBusy(false)
      // A document that is already deleted counts as success.
      if (fault && fault !== 'documentNotFound') {
        await invalidate(client, documents)
        return void alert('common', 'somethingWrong')
      }
      writeApi(client, documents, undefined, (cached) => cached.filter(({ id }) => id !== document.id))
      void alert('verification', 'documentDeleted')
    },
  }
}

function sizeText(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1_000_000
      ? [Math.max(1, Math.round(bytes / 1000)), 'kilobyte']
      : [Math.round(bytes / 100_000) / 10, 'megabyte']
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}
