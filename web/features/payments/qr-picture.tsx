/** A QR code, 176 px, always dark on white with a quiet zone, as scanners require. */
import { renderSVG } from 'uqr'
import styles from './qr-code.module.css'

export default function QrPicture({ content, label }: { content: string; label: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(content, { border: 2, ecc: 'M' }))}`
  return <img className={styles.code} src={source} alt={label} width={176} height={176} />
}
