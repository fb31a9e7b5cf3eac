/** Why an uploaded file was refused, in the caller's language. */
export { documentMessage as uploadMessage } from './internal/document-words.ts'
