/** Sizes as people read them. @module */

/**
 * Word a number of bytes.
 * @param bytes How many.
 */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const isMebibytes = bytes >= 1024 * 1024
  const size = bytes / (isMebibytes ? 1024 * 1024 : 1024)
  return `${Number(size.toFixed(1))} ${isMebibytes ? 'MiB' : 'KiB'}`
}
