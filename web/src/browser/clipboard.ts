/** Puts a text on the clipboard; whether that was possible. Browsers lend theirs to encrypted pages only. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
