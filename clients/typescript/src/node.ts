import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Place } from './follow.ts'

/** A place in a file. A cursor is written to a second file, which is synced and renamed, so that the file is never half written. */
export class FilePlace implements Place {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  async load(): Promise<string | undefined> {
    try {
      return (await readFile(this.#file, 'utf8')).trim()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async store(cursor: string): Promise<void> {
    const beside = this.#file + '.new'
    const file = await open(beside, 'w')
    try {
      await file.writeFile(cursor)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, this.#file)
    const folder = await open(dirname(this.#file), 'r').catch(() => undefined) // some systems cannot open a folder
    try {
      await folder?.sync()
    } finally {
      await folder?.close()
    }
  }
}
