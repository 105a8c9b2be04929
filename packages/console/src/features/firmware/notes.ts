import {
  type NoteLanguage,
  type ReleaseNotes,
  mostNoteCharacters,
  noteLanguages,
  noteRule,
  noteTooLong,
} from '@wattkeeper/contracts/api/firmware'
import { text } from '@wattkeeper/contracts/kit'

type NoteField = `note_${NoteLanguage}`
export const noteField = (language: NoteLanguage): NoteField => `note_${language}`

const note = text({ required: noteRule, max: [mostNoteCharacters, noteTooLong] })
/** The wire has the notes as one JSON text; a person writes each into a field of its own. */
export const noteFields = { note_zh: note, note_en: note, note_de: note, note_fr: note } as const

type Entered = Readonly<Record<NoteField, string>>

export function remarkOf(entered: Entered): string {
  const notes: ReleaseNotes = {
    zh: entered.note_zh,
    en: entered.note_en,
    de: entered.note_de,
    fr: entered.note_fr,
  }
  return JSON.stringify(notes)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What is no JSON of four languages leaves the fields empty: they are required, so somebody will fill them. */
export function enteredOf(remark: string): Partial<Entered> {
  let notes: unknown
  try {
    notes = JSON.parse(remark)
  } catch {
    return {}
  }
  if (!isRecord(notes)) return {}
  const entries = noteLanguages.flatMap((language): [NoteField, string][] => {
    const said = notes[language]
    return typeof said === 'string' ? [[noteField(language), said]] : []
  })
  return Object.fromEntries(entries)
}
