/** Document type, then files: drag and drop, file chooser, or camera. */
import { type DragEvent, useId, useRef, useState } from 'react'
import { documentAccept, documentLimits } from '#contract/fields/document-limits.ts'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Icon, type IconName } from '../../../design/icon/icon.tsx'
import { useUploads } from '../../../features/verification/use-uploads.ts'
import { useLabels } from '../../../render/labels.tsx'
import { UploadRow } from './upload-row.tsx'
import styles from './documents.module.css'

const types: Array<[string, IconName]> = [
  ['identity', 'user'],
  ['address', 'home'],
  ['payment', 'card'],
  ['other', 'document'],
]

export function UploadForm() {
  const t = useLabels('documents')
  const [type, setType] = useState('identity')
  const uploads = useUploads()
  return (
    <Card title={t('upload')}>
      <TypeChoice type={type} onChoose={setType} />
      <DropZone onFiles={(files) => uploads.add(files, type)} />
      {uploads.list.length > 0 && (
        <ul className={styles.rows}>
          {uploads.list.map((upload) => (
            <UploadRow key={upload.key} upload={upload} of={uploads} />
          ))}
        </ul>
      )}
      <p className={styles.safe}>
        <Icon name="lock" size={16} />
        {t('safe')}
      </p>
    </Card>
  )
}

function TypeChoice({ type, onChoose }: { type: string; onChoose: (type: string) => void }) {
  const t = useLabels('documents')
  return (
    <fieldset className={styles.types}>
      <legend>{t('what')}</legend>
      <div className={styles.choices}>
        {types.map(([value, icon]) => (
          <label key={value}>
            <input type="radio" name="type" value={value} checked={type === value} onChange={() => onChoose(value)} />
            <Icon name={icon} />
            <span>{t(`type_${value}`)}</span>
          </label>
        ))}
      </div>
      <p className={styles.about} aria-live="polite">
        {t(`about_${type}`)}
      </p>
    </fieldset>
  )
}

function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const t = useLabels('documents')
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles(event.dataTransfer.files)
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={styles.mark}>
        <Icon name="upload" size={28} />
      </span>
      <p className={styles.drop}>
        <strong>{t('drop')}</strong> <span>{t('or')}</span>
      </p>
      <div className={styles.pickers}>
        <Picker label={t('choose')} icon="plus" tone="primary" onFiles={onFiles} />
        <span className={styles.camera}>
          <Picker label={t('photo')} icon="camera" isCamera onFiles={onFiles} />
        </span>
      </div>
      <p className={styles.limits}>{t('limits', { megabytes: documentLimits.maxBytes / 1024 / 1024 })}</p>
    </div>
  )
}

type PickerProps = {
  label: string
  icon: IconName
  tone?: 'primary'
  isCamera?: boolean
  onFiles: (files: Iterable<File>) => void
}
/** A button that opens the file chooser, or the camera on phones. */
function Picker({ label, icon, tone, isCamera, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <Button icon={icon} tone={tone ?? 'quiet'} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        multiple={!isCamera}
        accept={isCamera ? 'image/*' : documentAccept}
        {...(isCamera && { capture: 'environment' as const })}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The reset allows choosing the same file again.
          event.target.value = ''
        }}
      />
    </>
  )
}
