import { mount } from 'svelte';
import './lib/theme.css';
import App from './App.svelte';
import { loadGames } from './lib/tables';
import { currentLanguage, loadTexts } from './lib/texts';

async function start(): Promise<void> {
  const texts = loadTexts();
  document.documentElement.lang = currentLanguage();
  loadGames().catch(() => {}); // every page asks for them again and reports the error
  await texts;
  mount(App, { target: document.getElementById('page')! });
}
void start();
