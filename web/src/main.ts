import { mount } from 'svelte';
import './lib/theme.css';
import App from './App.svelte';
import { installation } from './lib/installation.svelte';
import { loadGames } from './lib/tables';
import { currentLanguage, loadTexts } from './lib/texts';

const IDLE_MS = 2000; // the first page matters more than what is kept for later

async function start(): Promise<void> {
  const texts = loadTexts();
  document.documentElement.lang = currentLanguage();
  loadGames().catch(() => {}); // every page asks for them again and reports the error
  await texts;
  mount(App, { target: document.getElementById('page')! });
  setTimeout(() => void installation.start(loadGames()).catch(() => {}), IDLE_MS);
}
void start();
