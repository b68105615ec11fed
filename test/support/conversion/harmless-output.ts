/** Judges what a program printed by what terminals and CI systems obey. @module */
import assert from 'node:assert/strict'

/** Bidirectional controls, zero-width characters, separators, the byte order mark. */
const invisible =
  /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]|[\u{e0000}-\u{e007f}]/u

export function assertHarmless(text: string): void {
  for (const line of text.split('\n')) {
    const shown = JSON.stringify(line)
    assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f]/, shown)
    assert.doesNotMatch(line, invisible, shown)
    assert.doesNotMatch(line, /##\w*\[/, shown)
    assert.doesNotMatch(line, /^\s*::/, shown)
  }
}
