#include "workspace.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#elif defined(_WIN32)
#include <malloc.h>
#endif

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace athanor {

void* allocate_aligned(size_t alignment, size_t bytes) {
#ifdef _WIN32
  return _aligned_malloc(bytes, alignment);
#else
  void* data = nullptr;
  return posix_memalign(&data, alignment, bytes) == 0 ? data : nullptr;
#endif
}

void free_aligned(void* data) {
#ifdef _WIN32
  _aligned_free(data);
#else
  free(data);
#endif
}

namespace {

/** A stack made of blocks, so that memory handed out never moves. */
class Arena {
 public:
  ~Arena() {
    for (const Block& block : blocks_) free_aligned(block.data);
  }

  double* take(size_t doubles) {
    const size_t need = (doubles + 7) / 8 * 8 + 8;  // one vector of slack: kernels may read past a row
    while (current_ < blocks_.size() && blocks_[current_].used + need > blocks_[current_].size) {
      if (blocks_[current_].used == 0) {  // an empty block that is too small is replaced
        free_aligned(blocks_[current_].data);
        blocks_.erase(blocks_.begin() + static_cast<long>(current_));
      } else {
        current_++;
      }
    }
    if (current_ == blocks_.size() && !grow(need)) return nullptr;
    Block& block = blocks_[current_];
    double* data = block.data + block.used;
    block.used += need;
    taken_ += need;
    if (taken_ > peak_) peak_ = taken_;
    return data;
  }

  size_t mark() const { return taken_; }

  void release(size_t mark) {
    while (taken_ > mark) {
      Block& block = blocks_[current_];
      const size_t back = taken_ - mark < block.used ? taken_ - mark : block.used;
      block.used -= back;
      taken_ -= back;
      if (block.used == 0 && current_ > 0) current_--;
    }
    if (taken_ == 0) end_call();
  }

 private:
  struct Block {
    double* data;
    size_t size;
    size_t used;
  };

  bool grow(size_t need) {
    constexpr size_t kSmallest = 1 << 16;
    constexpr size_t kHugePage = 1 << 21;
    // Of a triangle this large the other half should not take memory: pages that are never written do not, but huge ones span columns.
    constexpr size_t kTriangle = 1 << 27;
    const size_t size = need > kSmallest ? need : kSmallest;
    const size_t bytes = size * sizeof(double);
    void* data = allocate_aligned(bytes > kHugePage ? kHugePage : 64, bytes);
    if (data == nullptr) return false;
#ifdef __linux__
    if (bytes > kHugePage && bytes < kTriangle) madvise(data, bytes, MADV_HUGEPAGE);  // a hint: fewer page faults and table walks
#endif
    blocks_.push_back({static_cast<double*>(data), size, 0});
    return true;
  }

  /** Between calls a thread keeps what the next step of a fit of some thousand rows needs, and gives it back after many calls that need far less. */
  void end_call() {
    constexpr size_t kKept = 32 << 20;  // doubles
    constexpr size_t kTypical = 1 << 20;
    constexpr int kCalls = 256;
    size_t total = 0;
    for (const Block& block : blocks_) total += block.size;
    const bool is_large = total > kTypical && peak_ < total / 4;
    small_calls_ = is_large ? small_calls_ + 1 : 0;
    peak_ = 0;
    if (total <= kKept && small_calls_ < kCalls) return;
    for (const Block& block : blocks_) free_aligned(block.data);
    blocks_.clear();
    current_ = 0;
    small_calls_ = 0;
  }

  std::vector<Block> blocks_;
  size_t current_ = 0;
  size_t taken_ = 0;
  size_t peak_ = 0;
  /** Calls in a row that needed less than a quarter of the blocks. */
  int small_calls_ = 0;
};

thread_local Arena arena;
thread_local bool inside_pool = false;

class Pool {
 public:
  void run(int count, int threads, void (*body)(void*, int), void* context) {
    std::unique_lock<std::mutex> turn(turn_, std::try_to_lock);
    if (inside_pool || !turn.owns_lock()) {
      for (int i = 0; i < count; i++) body(context, i);
      return;
    }
    const int helpers = hire((threads < count ? threads : count) - 1);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      body_ = body;
      context_ = context;
      count_ = count;
      next_.store(0, std::memory_order_relaxed);
      wanted_ = helpers;
      generation_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    inside_pool = true;
    drain();
    inside_pool = false;
    {
      // Who has not begun by now finds nothing left: waiting for threads to wake up would cost more than a small call.
      const std::lock_guard<std::mutex> lock(mutex_);
      wanted_ = 0;
    }
    for (int spin = 0; busy_.load(std::memory_order_acquire) != 0; spin++) {
      if (spin > kSpins) std::this_thread::yield();
    }
  }

 private:
  static constexpr int kSpins = 2000;

  /** How many of so many workers there are; fewer where the system starts no more threads. */
  int hire(int wanted) {
    try {
      while (static_cast<int>(workers_.size()) < wanted) workers_.emplace_back(&Pool::work, this, workers_.size());
    } catch (...) {
      return static_cast<int>(workers_.size());
    }
    return wanted;
  }

  void drain() {
    for (int i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;) body_(context_, i);
  }

  void work(size_t index) {
    inside_pool = true;
    unsigned seen = 0;
    for (;;) {
      for (int spin = 0; spin < kSpins && generation_.load(std::memory_order_acquire) == seen; spin++) {
      }
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [&] { return generation_.load(std::memory_order_relaxed) != seen; });
        seen = generation_.load(std::memory_order_relaxed);
        if (static_cast<int>(index) >= wanted_) continue;
        busy_.fetch_add(1, std::memory_order_relaxed);
      }
      drain();
      busy_.fetch_sub(1, std::memory_order_release);
    }
  }

  std::mutex turn_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::thread> workers_;
  void (*body_)(void*, int) = nullptr;
  void* context_ = nullptr;
  int count_ = 0;
  /** Threads that may begin; under `mutex_`, as is the increment of `busy_`. */
  int wanted_ = 0;
  std::atomic<int> next_{0};
  std::atomic<int> busy_{0};
  std::atomic<unsigned> generation_{0};
};

/** Never destroyed: its threads sleep until the process ends. */
Pool& pool() {
  static Pool* const the_pool = new Pool;
  return *the_pool;
}

}  // namespace

double* scratch_take(size_t doubles) { return arena.take(doubles); }
size_t scratch_mark() { return arena.mark(); }
void scratch_release(size_t mark) { arena.release(mark); }

void run_parallel(int count, int threads, void (*body)(void*, int), void* context) { pool().run(count, threads, body, context); }

}  // namespace athanor
