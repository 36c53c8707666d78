// All that is needed once a file was opened, loaded together: two dynamic imports would split the page into more chunks.
export { recordErrorWords, recordWords } from '../../languages/records.ts';
export { default as FileGames } from './FileGames.svelte';
